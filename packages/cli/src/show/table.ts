import type { Style } from '../terminal/style.ts';
import { linesWithin, padTo, widthOf } from '../terminal/width.ts';
import { wrapWords } from '../terminal/wrap.ts';
import { factLines, onOneLine } from './facts.ts';

const GAP = 2;
/** A narrower column would show nothing of use. */
const MIN_WIDTH = 10;
/** Records below each other are easier to read than cells with more lines than this. */
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
  const widths = widthsFor([headings, ...rows], style.columns ?? Infinity);
  if (widths === 'too wide') return stacked(headings, rows, style);
  const lines = linesOf([headings, ...rows], widths);
  // Coloured afterwards: the codes would be counted, and cut, as text.
  const headingLines = linesOf([headings], widths).length;
  return lines.map((line, at) => (at < headingLines ? style.dim(line) : line)).join('\n');
}

function linesOf(rows: readonly (readonly string[])[], widths: readonly number[]): string[] {
  return rows.flatMap((row) => {
    const cells = row.map((cell, at) => linesWithin(cell, widths[at] ?? 0));
    const height = Math.max(...cells.map(({ length }) => length));
    return Array.from({ length: height }, (_, line) =>
      cells
        .map((lines, at) => padTo(lines[line] ?? '', widths[at] ?? 0))
        .join(' '.repeat(GAP))
        .trimEnd(),
    );
  });
}

/** The width of each column, if they fit. */
function widthsFor(rows: readonly (readonly string[])[], columns: number): number[] | 'too wide' {
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((row) => widthOf(row[at] ?? ''))),
  );
  const total = () => widths.reduce((sum, width) => sum + width + GAP, -GAP);
  while (total() > columns) {
    const widest = Math.max(...widths.slice(1));
    if (widest <= MIN_WIDTH) return 'too wide';
    widths[widths.indexOf(widest, 1)] = widest - 1;
  }
  const isLong = (cell: string, at: number) =>
    linesWithin(cell, widths[at] ?? 0).length > MAX_LINES;
  return rows.some((row) => row.some(isLong)) ? 'too wide' : widths;
}

/** Records below each other, each as lines of `heading  value`. */
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
