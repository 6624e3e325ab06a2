/** Scripts and symbols that take two columns of a terminal. */
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303f\uff01-\uff60]/u;
/** Characters that are drawn on top of the one before. */
const COMBINED = /\p{Mark}|\u200d/u;

const widthOf = (character: string): number => {
  if (COMBINED.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
};

/** A text without control characters, cut so that it takes at most `columns` of a terminal. */
export function cutToWidth(text: string, columns: number): string {
  let width = 0;
  let end = 0;
  /** Where the text is cut if it turns out to be too long. */
  let cutAt = 0;
  for (const character of text) {
    width += widthOf(character);
    if (width > columns) return `${text.slice(0, cutAt)}…`;
    end += character.length;
    if (width < columns) cutAt = end;
  }
  return text;
}
