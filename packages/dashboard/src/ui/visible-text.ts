/** A part of a text: as it is, or a character that would not be seen. */
export type TextPart = string | { codePoint: string };

/**
 * Control characters but tab and line feed, and characters without width or that change the
 * direction of what follows. A joiner within an emoji is part of it.
 */
const INVISIBLE =
  /(?<!\p{Extended_Pictographic}\ufe0f?[\u{1f3fb}-\u{1f3ff}]?)\u200d|(?![\t\n])[\p{Cc}\u00ad\u061c\u115f\u1160\u180e\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

const nameOf = (character: string) =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** Splits a stranger's text, so that what would not be seen can be shown by its code point. */
export function visibleParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: character, index } of text.matchAll(INVISIBLE)) {
    if (index > end) parts.push(text.slice(end, index));
    parts.push({ codePoint: nameOf(character) });
    end = index + character.length;
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}

/** The same where only a string can stand, as in an option of a select. */
export const visibleString = (text: string): string =>
  visibleParts(text)
    .map((part) => (typeof part === 'string' ? part : part.codePoint))
    .join('');
