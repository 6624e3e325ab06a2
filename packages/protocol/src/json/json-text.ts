import { scanJson } from './json-scan.ts';
import { withText, type ReadJson } from './read-json.ts';

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
  if (!isAt(json, seams, '{')) return [];
  return [...membersAt(json, seams)].map(([name, from, to]) => ({
    name: nameOf(name),
    text: json.slice(from, to).trim(),
  }));
}

/** JSON texts of the items of an array, whose text must be JSON; none of another value. */
export function textItems(json: string): string[] {
  const { seams } = scanJson(json, ANY_DEPTH);
  if (!isAt(json, seams, '[')) return [];
  const items: string[] = [];
  for (let i = 1; i < seams.length; i++) items.push(between(json, seams, i));
  return items.length === 1 && items[0] === '' ? [] : items;
}

/** A member of the object that was read, with its own text; `undefined` without one. */
export function readMember(read: ReadJson, name: string): ReadJson | undefined {
  const { value, text, escapesNames, seams = scanJson(text, ANY_DEPTH).seams } = read;
  if (!isAt(text, seams, '{')) return undefined;
  for (const [written, from, to] of membersAt(text, seams)) {
    if (nameOf(written) !== name) continue;
    const member = text.slice(from, to).trimStart();
    const start = to - member.length;
    return withText((value as Record<string, unknown>)[name], member.trimEnd(), {
      longNumbers: within(read.longNumbers, start, to),
      tooLongNumbers: within(read.tooLongNumbers, start, to),
      escapesNames,
      seams: undefined,
    });
  }
  return undefined;
}

/** Those of a text's numbers, in their order, that lie in a part of it, counted from its start. */
function within(numbers: readonly number[], start: number, end: number): readonly number[] {
  if (numbers.length === 0) return numbers;
  const inside: number[] = [];
  // A loop: of tens of thousands of numbers, filter and map took three times as long.
  for (const at of numbers) {
    if (at >= end) break;
    if (at >= start) inside.push(at - start);
  }
  return inside;
}

const isAt = (json: string, [start = -1]: readonly number[], bracket: string) =>
  json[start] === bracket;

/**
 * The name of each member as it is written, and where its value begins and ends. The seams of an
 * object are the opening brace, then colon and comma in turns, and the closing one.
 */
function* membersAt(
  json: string,
  seams: readonly number[],
): Generator<[name: string, from: number, to: number]> {
  for (let i = 2; i < seams.length; i += 2) {
    yield [between(json, seams, i - 1), (seams[i - 1] ?? 0) + 1, seams[i] ?? 0];
  }
}

const nameOf = (written: string): string =>
  written.includes('\\') ? (JSON.parse(written) as string) : written.slice(1, -1);

/** What is written between a seam and the one before it. JSON's white space is all that it can have. */
const between = (json: string, seams: readonly number[], index: number) =>
  json.slice((seams[index - 1] ?? 0) + 1, seams[index]).trim();
