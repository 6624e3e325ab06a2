import { eastAsianWidth } from 'get-east-asian-width';

const ASCII = /^[ -~]*$/;
const JOINER = '\u200d';
/** Characters that are drawn on top of the previous one. */
const COMBINED = /[\p{Mark}\p{Default_Ignorable_Code_Point}]/u;
const EMOJI = /\p{Emoji_Presentation}/u;
/** A joiner makes one picture of two of these. Between letters it does not change the width. */
const PICTURE = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]/u;

/** The characters of a text, each with the columns that it adds. */
function* measured(text: string): Generator<readonly [character: string, columns: number]> {
  let isPicture = false;
  let isJoined = false;
  for (const character of text) {
    if (character === JOINER) isJoined = isPicture;
    if (COMBINED.test(character)) {
      yield [character, 0];
      continue;
    }
    isPicture = PICTURE.test(character);
    yield [character, isJoined && isPicture ? 0 : columnsOf(character)];
    isJoined = false;
  }
}

const columnsOf = (character: string): number =>
  EMOJI.test(character) ? 2 : eastAsianWidth(character.codePointAt(0) ?? 0);

/** The columns that a text without control characters takes in a terminal. */
export function widthOf(text: string): number {
  if (ASCII.test(text)) return text.length;
  let width = 0;
  for (const [, columns] of measured(text)) width += columns;
  return width;
}

/** The longest start of a text that takes at most `columns`. */
function startWithin(text: string, columns: number): string {
  let width = 0;
  let end = 0;
  for (const [character, taken] of measured(text)) {
    width += taken;
    if (width > columns) break;
    end += character.length;
  }
  return text.slice(0, end);
}

/** A text, cut so that it takes at most `columns`. */
export const cutToWidth = (text: string, columns: number): string =>
  widthOf(text) <= columns ? text : `${startWithin(text, columns - 1)}…`;

/** The parts of a word, each at most `columns` wide; a wider character is a part by itself. */
function* partsOf(word: string, columns: number): Generator<string> {
  let part = '';
  let width = 0;
  for (const [character, taken] of measured(word)) {
    if (part !== '' && width + taken > columns) {
      yield part;
      part = '';
      width = 0;
    }
    part += character;
    width += taken;
  }
  yield part;
}

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
    for (const part of partsOf(word, columns)) {
      if (line !== '') lines.push(line);
      line = part;
    }
  }
  return [...lines, line];
}

/** A text with blanks after it, up to a width. */
export const padTo = (text: string, columns: number): string =>
  text + ' '.repeat(Math.max(0, columns - widthOf(text)));
