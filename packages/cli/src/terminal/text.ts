import { InexactNumber, printable, printableJson } from '@mkt/protocol';
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
