import { endOfString, scanJson } from './json-scan.ts';
import { withText, type ReadJson } from './read-json.ts';

/** A member of an object as it was written. */
export interface TextMember {
  name: string;
  /** JSON text of the value, without surrounding white space. */
  text: string;
}

const ANY_DEPTH = Infinity;

/** The members of an object in the order of its text, which must be JSON; none for other values. */
export function textMembers(json: string): TextMember[] {
  const { separators } = scanJson(json, ANY_DEPTH);
  if (!isAt(json, separators, '{')) return [];
  return [...membersAt(json, separators)].map(([name, from, to]) => ({
    name: nameOf(name),
    text: json.slice(from, to).trim(),
  }));
}

/** JSON texts of the items of an array, whose text must be JSON; none for other values. */
export function textItems(json: string): string[] {
  const { separators } = scanJson(json, ANY_DEPTH);
  if (!isAt(json, separators, '[')) return [];
  const items: string[] = [];
  for (let i = 1; i < separators.length; i++) items.push(between(json, separators, i));
  return items.length === 1 && items[0] === '' ? [] : items;
}

/** A member of the object that was read, with its own text; `undefined` if it has no such member. */
export function readMember(read: ReadJson, name: string): ReadJson | undefined {
  const { value, text, escapesNames, separators = scanJson(text, ANY_DEPTH).separators } = read;
  if (!isAt(text, separators, '{')) return undefined;
  for (const [written, from, to] of membersAt(text, separators)) {
    if (nameOf(written) !== name) continue;
    const member = text.slice(from, to).trimStart();
    const start = to - member.length;
    return withText((value as Record<string, unknown>)[name], member.trimEnd(), {
      longNumbers: within(read.longNumbers, start, to),
      tooLongNumbers: within(read.tooLongNumbers, start, to),
      values: read.values,
      escapesNames,
      separators: undefined,
    });
  }
  return undefined;
}

/** The text of an object in which the value of a member is replaced by `null`. */
export function withoutMember(read: ReadJson, name: string): string {
  const { text, separators = scanJson(text, ANY_DEPTH).separators } = read;
  if (!isAt(text, separators, '{')) return text;
  for (const [written, from, to] of membersAt(text, separators)) {
    if (nameOf(written) === name) return `${text.slice(0, from)}null${text.slice(to)}`;
  }
  return text;
}

/** The positions that lie within a part of the text, in order and relative to its start. */
function within(numbers: readonly number[], start: number, end: number): readonly number[] {
  if (numbers.length === 0) return numbers;
  const inside: number[] = [];
  // A loop: filter and map took three times as long for tens of thousands of numbers.
  for (const at of numbers) {
    if (at >= end) break;
    if (at >= start) inside.push(at - start);
  }
  return inside;
}

const isAt = (json: string, [start = -1]: readonly number[], bracket: string) =>
  json[start] === bracket;

/**
 * The name of each member as it was written, and where its value starts and ends. The separators of an
 * object are the opening brace, then alternating colons and commas, and the closing brace.
 */
function* membersAt(
  json: string,
  separators: readonly number[],
): Generator<[name: string, from: number, to: number]> {
  for (let i = 2; i < separators.length; i += 2) {
    yield [between(json, separators, i - 1), (separators[i - 1] ?? 0) + 1, separators[i] ?? 0];
  }
}

/** The same JSON without white space; everything else stays as it was written. */
export function compactJson(json: string): string {
  let compact = '';
  let from = 0;
  for (let i = 0; i < json.length; i++) {
    const character = json[i];
    if (character === '"') {
      i = endOfString(json, i);
    } else if (
      character === ' ' ||
      character === '\n' ||
      character === '\r' ||
      character === '\t'
    ) {
      compact += json.slice(from, i);
      from = i + 1;
    }
  }
  return compact + json.slice(from);
}

const nameOf = (written: string): string =>
  written.includes('\\') ? (JSON.parse(written) as string) : written.slice(1, -1);

/** The text between a separator and the previous one. Only JSON's white space can surround it. */
const between = (json: string, separators: readonly number[], index: number) =>
  json.slice((separators[index - 1] ?? 0) + 1, separators[index]).trim();
