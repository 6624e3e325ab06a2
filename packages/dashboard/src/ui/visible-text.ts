import { HIDDEN_CHARACTERS } from '@mkt/protocol';

/** A part of a text: as it is, or a character that would not be seen. */
export type TextPart = string | { codePoint: string };

const nameOf = (character: string) =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** Splits a stranger's text, so that what would not be seen can be shown by its code point. */
export function visibleParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: run, index } of text.matchAll(HIDDEN_CHARACTERS)) {
    let at = index;
    for (const character of run) {
      const start = at;
      at += character.length;
      if (character === '\n' || character === '\t') continue;
      if (start > end) parts.push(text.slice(end, start));
      parts.push({ codePoint: nameOf(character) });
      end = at;
    }
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}

/** The same as a string, for places that take no elements, such as an option of a select. */
export const visibleString = (text: string): string =>
  visibleParts(text)
    .map((part) => (typeof part === 'string' ? part : part.codePoint))
    .join('');
