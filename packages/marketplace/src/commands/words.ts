// What commands print, and what they read from options.
import { HIDDEN_CHARACTERS, printableJson } from '@mkt/protocol';
import { InvalidArgumentError } from 'commander';
import { DAY_MS } from '../market/limits.ts';

const escaped = (run: string) =>
  Array.from(
    { length: run.length },
    (_, at) => String.raw`\u${run.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');

/** Escapes characters that a terminal would interpret or hide, in text from other people. */
export function printable(text: string): string {
  return text.toWellFormed().replaceAll(HIDDEN_CHARACTERS, escaped);
}

/**
 * Serializes as JSON, and escapes what a terminal would interpret or hide; the value stays the
 * same.
 */
export const asJson = (value: unknown, indent?: number): string =>
  printableJson(JSON.stringify(value, null, indent));

/** `1 listing`, `2 listings`. */
export const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Formats rows in columns as wide as their widest cell. */
export function table(
  names: readonly string[],
  rows: readonly (readonly (string | null)[])[],
): string {
  const cells = [names, ...rows.map((row) => row.map((cell) => printable(cell ?? '')))];
  const widths = names.map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)));
  return cells
    .map((row) =>
      row
        .map((cell, at) => cell?.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('');
}

const AGE = /^(\d{1,6})([smhd])$/;
const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: DAY_MS };

/** An age in milliseconds, from an option such as `90s`, `15m`, `2h` or `7d`. */
export function ageMs(text: string): number {
  const [, count, unit = ''] = AGE.exec(text) ?? [];
  if (count === undefined) {
    throw new InvalidArgumentError('It must be an age such as 90s, 15m, 2h or 7d.');
  }
  return Number(count) * (UNIT_MS[unit] ?? 0);
}

/** A whole number from 1 to `max`, from an option. */
export const countUpTo =
  (max: number) =>
  (text: string): number => {
    const count = Number(text);
    if (/^\d+$/.test(text) && count >= 1 && count <= max) return count;
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${max}.`);
  };
