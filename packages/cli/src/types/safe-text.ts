import { InexactNumber } from '@mkt/protocol';

/**
 * Letters, digits, marks, punctuation and symbols. Everything else can end a line, reorder it on the
 * screen or not be seen: control and format characters, separators, lone surrogates.
 */
const UNSAFE = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu;
const QUOTE_OR_BACKSLASH = /['\\]/g;

const escaped = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');

/** Any text as a string literal of TypeScript. */
export const stringLiteral = (text: string): string =>
  `'${text.replace(QUOTE_OR_BACKSLASH, '\\$&').replace(UNSAFE, escaped)}'`;

/** A JSON value as the type that has no other value. Accepted schemas are not nested deeply. */
export function literalType(value: unknown): string {
  if (typeof value === 'string') return stringLiteral(value);
  if (Array.isArray(value)) return `[${value.map(literalType).join(', ')}]`;
  // A literal would be rounded.
  if (value instanceof InexactNumber) return 'number';
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value);
  // `{}` is the type of every value that is not null.
  if (members.length === 0) return '{ [k: string]: never }';
  return `{ ${members.map(([name, inner]) => `${stringLiteral(name)}: ${literalType(inner)}`).join('; ')} }`;
}

const MAX_LINES = 12;
const MAX_TEXT_LENGTH = 240;

/**
 * Text for a comment: it cannot end the comment, and it has no tags, which editors and the compiler
 * act on. Empty if there is nothing to say.
 */
export function commentText(text: string): string {
  const lines = text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => line.replace(UNSAFE, ' ').trim())
    .filter((line) => line !== '');
  const shown = lines.slice(0, MAX_LINES).map((line) => {
    const characters = Array.from(line);
    return characters.length > MAX_TEXT_LENGTH
      ? `${characters.slice(0, MAX_TEXT_LENGTH).join('')}…`
      : line;
  });
  return [...shown, ...(lines.length > MAX_LINES ? ['…'] : [])]
    .map((line) => line.replaceAll('*/', '* /').replaceAll(/(^|[^\w.+-])@/g, '$1(at)'))
    .join('\n');
}
