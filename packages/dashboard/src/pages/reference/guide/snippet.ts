/** A piece of a text, and whether it is what was sought. */
export interface Piece {
  text: string;
  isHit: boolean;
}

const LENGTH = 110;
/** Of what is before the first hit. */
const BEFORE = 40;

const BLOCK = /^( *)(`{3,})[^\n]*\n[\s\S]*?^\1\2 *$/gm;
const COMMENT = /<!--[\s\S]*?-->/g;
const IMAGE = /!\[[^\]]*\]\([^)]*\)/g;
const LINK = /\[((?:[^\][]|\[[^\][]*\])*)\]\([^)]*\)/g;
const HEADING = /^#{2,3} .*$/m;
/** Of lists, and of tables. */
const MARKS = /^ *(?:[-*>]|\d+\.) |\|(?: *:?-+:? *\|)*/gm;
const EMPHASIS = /\*\*|`|(?<=\s)_(?=\w)|(?<=\w)_(?=\s)/g;

/** The prose of each part of a guide in order, as a line: of what is before the headings, then of each of them. */
export const partsOf = (markdown: string): string[] =>
  markdown
    .replaceAll(BLOCK, '')
    .replaceAll(COMMENT, '')
    .replace(/^# .*$/m, '')
    .split(HEADING)
    .map((part) =>
      part
        .replaceAll(IMAGE, '')
        .replaceAll(LINK, '$1')
        .replaceAll(MARKS, ' ')
        .replaceAll(EMPHASIS, '')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    );

/** What means something in an expression. */
const SYNTAX = /[$()*+./?[\\\]^{|}]/g;

/** A text in pieces, in which words that begin as one of those sought are hits. */
export function marked(text: string, words: readonly string[]): Piece[] {
  const sought = words.map((word) => word.replaceAll(SYNTAX, String.raw`\$&`)).join('|');
  if (sought === '') return [{ text, isHit: false }];
  const hit = new RegExp(`((?<![\\p{L}\\p{N}])(?:${sought})[\\p{L}\\p{N}]*)`, 'giu');
  // Every second piece is what the group caught.
  return text
    .split(hit)
    .map((piece, at) => ({ text: piece, isHit: at % 2 === 1 }))
    .filter((piece) => piece.text !== '');
}

/** The words by which a text was found: those that were typed or, where it has none of them, others for the same. */
export const foundBy = (
  text: string,
  typed: readonly string[],
  others: readonly string[],
): readonly string[] => (marked(text, typed).some(({ isHit }) => isHit) ? typed : others);

/** A passage around the first hit, or else the beginning, cut between words. */
export function snippetOf(text: string, words: readonly string[]): Piece[] {
  const [first, ...others] = marked(text, words);
  const at = others.length === 0 || first?.isHit ? 0 : (first?.text.length ?? 0);
  const from = at <= BEFORE ? 0 : text.slice(0, at).indexOf(' ', at - BEFORE) + 1 || at;
  const end = from + LENGTH >= text.length ? text.length : text.lastIndexOf(' ', from + LENGTH);
  const passage = `${from > 0 ? '… ' : ''}${text.slice(from, end)}${end < text.length ? ' …' : ''}`;
  return marked(passage, words);
}
