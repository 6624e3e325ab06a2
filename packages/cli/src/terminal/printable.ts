/** Characters with which untrusted text could overwrite or reorder a terminal's lines. */
const UNPRINTABLE = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu;
const STYLE_OR_UNPRINTABLE = /\p{Cc}\[[\d;]*m|[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;
const ESCAPE = '\u001b';
/** The ones that JSON allows unescaped in a string. */
const RAW_IN_JSON = /[\u007f-\u009f\u2028\u2029\p{Bidi_Control}]/gu;

/** Untrusted text as one line that is safe to print on a terminal. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, ' ');
}

/** A styled line of our own: control characters other than styles become spaces. */
export function printableLine(line: string): string {
  return line.replace(STYLE_OR_UNPRINTABLE, (found) =>
    found.length > 1 && found.startsWith(ESCAPE) ? found : ' ',
  );
}

/** A copy of a record in which every string, member names included, is printable. */
export function printableRecord<T>(value: T): T {
  // The copy has the same shape.
  return copy(value) as T;
}

function copy(value: unknown): unknown {
  if (typeof value === 'string') return printable(value);
  if (Array.isArray(value)) return value.map(copy);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [printable(name), copy(inner)]),
  );
}

/** A value as JSON that is safe to print on a terminal. */
export const printableJson = (value: unknown): string =>
  printableJsonText(JSON.stringify(value) ?? 'null');

/**
 * The same JSON with the characters that a terminal would act on escaped. A carriage return can only
 * be white space between values, since a JSON string cannot contain one.
 */
export function printableJsonText(json: string): string {
  return json
    .replace(
      RAW_IN_JSON,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
    .replaceAll('\r', ' ');
}

/** At most `length` characters, so that one text does not widen a whole table. */
export function truncate(text: string, length: number): string {
  const characters = Array.from(text);
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : text;
}

/** Text as one argument of a shell's command line. */
export function quoteArgument(text: string): string {
  const line = printable(text);
  return /^[\w@%+=:,./-]+$/.test(line) ? line : `'${line.replaceAll("'", String.raw`'\''`)}'`;
}
