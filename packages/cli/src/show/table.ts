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

/** Columns without frames; wide characters count as two. */
export function table(heads: readonly string[], rows: readonly string[][], style: Style): string {
  const made = new Table({
    chars: BARE,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true },
  });
  made.push(heads.map(style.dim), ...rows);
  return made
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

/** Lines of `name  value`, for one thing; what is null or empty is left out. */
export function facts(
  rows: readonly (readonly [name: string, value: string | null | undefined])[],
  style: Style,
): string {
  const given = rows.filter(([, value]) => value !== null && value !== undefined && value !== '');
  const width = Math.max(0, ...given.map(([name]) => name.length));
  return given.map(([name, value]) => `${style.dim(name.padEnd(width))}  ${value}`).join('\n');
}
