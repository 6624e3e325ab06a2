import { endOfString, InexactNumber, printable, printableJson } from '@mkt/protocol';
import { ownStyle, STYLE_MARK } from './style.ts';

export { printable, printableJson };

const ANY_STYLE = /\p{Cc}\[([\d;]*)m/gu;
/** Splits a text so that each of our styles is a separate part. */
const OWN_STYLE = new RegExp(`(\\u001b\\[${STYLE_MARK}[\\d;]*m)`);

/**
 * A line that is safe to print: it keeps only the styles of `Style`, and no other characters that a terminal
 * would act on.
 */
export function printableLine(line: string): string {
  const parts = line
    .replace(ANY_STYLE, (found, codes: string) => (codes.startsWith(STYLE_MARK) ? found : ''))
    .split(OWN_STYLE);
  // Every second part is a style: the pattern has a group.
  return parts.map((part, at) => (at % 2 === 1 ? ownStyle(part) : printable(part))).join('');
}

/** The same for a text of several lines, which may have tabs. */
export const printableText = (text: string): string => text.replace(/[^\n\t]+/g, printableLine);

/** A copy of a record in which every string, member names included, is printable. */
export function printableRecord<T>(value: T): T {
  // The copy has the same shape.
  return copy(value) as T;
}

function copy(value: unknown): unknown {
  if (typeof value === 'string') return printable(value);
  if (Array.isArray(value)) return value.map(copy);
  if (value === null || typeof value !== 'object' || value instanceof InexactNumber) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [printable(name), copy(inner)]),
  );
}

/** At most `length` characters, so that one text does not widen a whole table. */
export function truncate(text: string, length: number): string {
  const characters = Array.from(text);
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : text;
}

/** Text as one argument of a shell's command line. */
export function quoteArgument(text: string): string {
  const line = printable(text);
  return /^[\w@%+=:,./-]+$/.test(line) ? line : `'${line.replaceAll("'", String.raw`'\''`)}'`;
}

const INDENT = '  ';
const SPACE = /[ \t\r\n]/;
const OPENING = /[[{]/;
const CLOSING = /[\]}]/;

/** JSON text on one line, as `JSON.stringify(value)` would write it, with numbers and strings unchanged. */
export const compactJson = (json: string): string => format(json, () => '', ':');

/**
 * JSON text over several lines, as `JSON.stringify(value, null, 2)` would write it, with numbers and
 * strings unchanged: parsing would turn 9007199254740993 into a different number.
 */
export const indentJson = (json: string): string =>
  format(json, (depth) => `\n${INDENT.repeat(depth)}`, ': ');

function format(json: string, newLine: (depth: number) => string, colon: string): string {
  const parts: string[] = [];
  let depth = 0;
  let isJustOpened = false;
  for (let at = 0; at < json.length; at++) {
    const character = json.charAt(at);
    if (SPACE.test(character)) continue;
    if (CLOSING.test(character)) {
      depth--;
      // An empty array or object is closed on the same line.
      if (!isJustOpened) parts.push(newLine(depth));
    } else if (isJustOpened) parts.push(newLine(depth));
    isJustOpened = OPENING.test(character);
    if (isJustOpened) depth++;
    if (character === '"') {
      const end = endOfString(json, at);
      parts.push(json.slice(at, end + 1));
      at = end;
    } else if (character === ':') parts.push(colon);
    else if (character === ',') parts.push(character, newLine(depth));
    else parts.push(character);
  }
  return parts.join('');
}
