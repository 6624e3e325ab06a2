import type { ReadJson } from './json.ts';
import { scanJson } from './json-scan.ts';

/** A member of an object as it is written. */
export interface TextMember {
  name: string;
  /** JSON text of the value, without the white space around it. */
  text: string;
}

const ANY_DEPTH = Infinity;

/** The members of an object in the order of its text, which must be JSON; none of another value. */
export function textMembers(json: string): TextMember[] {
  const { seams } = scanJson(json, ANY_DEPTH);
  return isAt(json, seams, '{') ? [...membersAt(json, seams)] : [];
}

/** JSON texts of the items of an array, whose text must be JSON; none of another value. */
export function textItems(json: string): string[] {
  const { seams } = scanJson(json, ANY_DEPTH);
  if (!isAt(json, seams, '[')) return [];
  const items: string[] = [];
  for (let i = 1; i < seams.length; i++) items.push(between(json, seams, i));
  return items.length === 1 && items[0] === '' ? [] : items;
}

/** JSON text of a member of the object that was read, as it was written; `undefined` without one. */
export function memberText({ text, seams }: ReadJson, name: string): string | undefined {
  if (!isAt(text, seams, '{')) return undefined;
  for (const member of membersAt(text, seams)) if (member.name === name) return member.text;
  return undefined;
}

const isAt = (json: string, [start = -1]: readonly number[], bracket: string) =>
  json[start] === bracket;

/** Of an object: its seams are the opening brace, then colon and comma in turns, and the closing one. */
function* membersAt(json: string, seams: readonly number[]): Generator<TextMember> {
  for (let i = 2; i < seams.length; i += 2) {
    const name = between(json, seams, i - 1);
    yield {
      name: name.includes('\\') ? (JSON.parse(name) as string) : name.slice(1, -1),
      text: between(json, seams, i),
    };
  }
}

/** What is written between a seam and the one before it. JSON's white space is all that it can have. */
const between = (json: string, seams: readonly number[], index: number) =>
  json.slice((seams[index - 1] ?? 0) + 1, seams[index]).trim();
