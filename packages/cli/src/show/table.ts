import Table from 'cli-table3';
import type { Style } from '../terminal/style.ts';

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

/** Columns without frames. Wide characters count as two. */
export function table(
  headings: readonly string[],
  rows: readonly string[][],
  style: Style,
): string {
  const grid = new Table({
    chars: BARE,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true },
  });
  grid.push(headings.map(style.dim), ...rows);
  return grid
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

/** One record as lines of `name  value`, without the values that are null or empty. */
export function facts(
  rows: readonly (readonly [name: string, value: string | null | undefined])[],
  style: Style,
): string {
  const present = rows.filter(([, value]) => value !== null && value !== undefined && value !== '');
  const width = Math.max(0, ...present.map(([name]) => name.length));
  return present.map(([name, value]) => `${style.dim(name.padEnd(width))}  ${value}`).join('\n');
}
