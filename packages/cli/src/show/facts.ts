import type { Style } from '../terminal/style.ts';

/** A text with a line break could otherwise pretend to be another row. */
export const onOneLine = (text: string): string => text.replaceAll(/[\r\n]+/g, ' ');

type Fact = readonly [name: string, value: string | null | undefined];

/** One record as lines of `name  value`, without the values that are null or empty. */
export const facts = (rows: readonly Fact[], style: Style): string =>
  factLines(
    rows.map(([name, value]) => [name, typeof value === 'string' ? onOneLine(value) : value]),
    style,
  );

/** The same for values that may have several lines. */
export function factLines(rows: readonly Fact[], style: Style): string {
  const present = rows.filter(([, value]) => value !== null && value !== undefined && value !== '');
  const width = Math.max(0, ...present.map(([name]) => name.length));
  return present.map(([name, value]) => `${style.dim(name.padEnd(width))}  ${value}`).join('\n');
}
