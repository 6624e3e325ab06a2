/**
 * Characters that a terminal would interpret or hide: controls, and marks that change the direction
 * of text.
 */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu;

const escaped = (character: string) =>
  Array.from(
    { length: character.length },
    (_, at) => String.raw`\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');

/** Escapes such characters in text that others wrote. */
export function printable(text: string): string {
  return text.replaceAll(UNPRINTABLE, escaped);
}

/**
 * Serializes as JSON, and escapes what a terminal would interpret or hide; the value stays the
 * same.
 */
export function asJson(value: unknown, indent?: number): string {
  const text = JSON.stringify(value, null, indent);
  return text
    .split('\n')
    .map((line) => printable(line))
    .join('\n');
}

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
