import { stripVTControlCharacters } from 'node:util';
import Table from 'cli-table3';
import type { Style } from '../terminal/style.ts';
import { wrapWords } from '../terminal/wrap.ts';
import { factLines, onOneLine } from './facts.ts';

const BARE = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
};

const GAP = BARE.middle.length;
/** A narrower column would show nothing of use. */
const MIN_WIDTH = 10;
/** A record below the other is easier to read than cells of more lines. */
const MAX_LINES = 4;

/**
 * Columns without frames, as wide as the terminal at most: the widest ones are wrapped. The first one,
 * which names the record, never is. Wide characters count as two.
 */
export function table(
  headings: readonly string[],
  given: readonly string[][],
  style: Style,
): string {
  const rows = given.map((row) => row.map(onOneLine));
  const widths =
    style.columns === undefined ? undefined : widthsFor([headings, ...rows], style.columns);
  if (widths === 'too wide') return stacked(headings, rows, style);
  const lines = linesOf([headings, ...rows], widths);
  // Coloured afterwards: the codes would be counted, and cut, as text.
  const headingLines = linesOf([headings], widths).length;
  return lines.map((line, at) => (at < headingLines ? style.dim(line) : line)).join('\n');
}

function linesOf(rows: readonly (readonly string[])[], widths: number[] | undefined): string[] {
  const grid = new Table({
    chars: BARE,
    ...(widths ? { colWidths: widths, wordWrap: true, wrapOnWordBoundary: false } : {}),
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true },
  });
  // At words first; the table itself breaks the ones that are wider than their column.
  grid.push(
    ...rows.map((row) =>
      row.map((cell, at) => (widths ? wrapWords(cell, widths[at] ?? 0).join('\n') : cell)),
    ),
  );
  return grid
    .toString()
    .split('\n')
    .map((line) => line.trimEnd());
}

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;

/** The columns of a text: wide characters count as two, combining ones not at all. */
function stringWidth(text: string): number {
  let width = 0;
  for (const character of stripVTControlCharacters(text)) {
    if (!/\p{M}/u.test(character)) width += WIDE.test(character) ? 2 : 1;
  }
  return width;
}

/** The width of each column, if they fit. */
function widthsFor(rows: readonly (readonly string[])[], columns: number): number[] | 'too wide' {
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((row) => stringWidth(row[at] ?? ''))),
  );
  const total = () => widths.reduce((sum, width) => sum + width + GAP, -GAP);
  while (total() > columns) {
    const widest = Math.max(...widths.slice(1));
    if (widest <= MIN_WIDTH) return 'too wide';
    widths[widths.indexOf(widest, 1)] = widest - 1;
  }
  const isLong = (cell: string, at: number) => wrapWords(cell, widths[at] ?? 0).length > MAX_LINES;
  return rows.some((row) => row.some(isLong)) ? 'too wide' : widths;
}

/** A record below the other, each as lines of `heading  value`. */
const stacked = (headings: readonly string[], rows: readonly string[][], style: Style): string =>
  rows
    .map((row) =>
      factLines(
        headings.map((heading, at) => [heading, wrapped(row[at] ?? '', headings, style)] as const),
        style,
      ),
    )
    .join('\n\n');

/** A value beside the headings, wrapped at words where the terminal would break it. */
function wrapped(value: string, headings: readonly string[], { columns }: Style): string {
  const start = Math.max(...headings.map(({ length }) => length)) + GAP;
  return wrapWords(value, (columns ?? Infinity) - start).join(`\n${' '.repeat(start)}`);
}
