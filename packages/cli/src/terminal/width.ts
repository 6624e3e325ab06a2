import { eastAsianWidth } from 'get-east-asian-width';

const ASCII = /^[ -~]*$/;
const JOINER = '\u200d';
/** Drawn on the character before. */
const COMBINED = /[\p{Mark}\p{Default_Ignorable_Code_Point}]/u;
const EMOJI = /\p{Emoji_Presentation}/u;

/** The columns that a text without control characters takes in a terminal. */
export function widthOf(text: string): number {
  if (ASCII.test(text)) return text.length;
  let width = 0;
  let isJoined = false;
  for (const character of text) {
    if (character === JOINER) isJoined = true;
    else if (!COMBINED.test(character)) {
      if (!isJoined) {
        width += EMOJI.test(character) ? 2 : eastAsianWidth(character.codePointAt(0) ?? 0);
      }
      isJoined = false;
    }
  }
  return width;
}

/** The longest start of a text that takes at most `columns`. */
function startWithin(text: string, columns: number): string {
  let start = '';
  for (const character of text) {
    if (widthOf(start + character) > columns) break;
    start += character;
  }
  return start;
}

/** A text, cut so that it takes at most `columns`. */
export const cutToWidth = (text: string, columns: number): string =>
  widthOf(text) <= columns ? text : `${startWithin(text, columns - 1)}…`;

/** The lines of a text that is at most `columns` wide: broken at words, or within a word that is wider. */
export function linesWithin(text: string, columns: number): string[] {
  if (widthOf(text) <= columns) return [text];
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOf(longer) <= columns) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    while (widthOf(line) > columns) {
      const start = startWithin(line, columns) || line;
      lines.push(start);
      line = line.slice(start.length);
    }
  }
  return [...lines, line];
}

/** A text with blanks after it, up to a width. */
export const padTo = (text: string, columns: number): string =>
  text + ' '.repeat(Math.max(0, columns - widthOf(text)));
