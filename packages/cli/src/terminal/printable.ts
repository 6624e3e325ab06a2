/** Characters by which a stranger's text could rewrite a terminal's lines or their order. */
const UNPRINTABLE = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu;
const STYLE_OR_UNPRINTABLE = /\p{Cc}\[[\d;]*m|[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;
const ESCAPE = '\u001b';
/** Those of them that JSON allows in a string as they are. */
const RAW_IN_JSON = /[\u007f-\u009f\u2028\u2029\p{Bidi_Control}]/gu;

/** A stranger's text as one line that a terminal shows as it is. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, ' ');
}

/** A line of the program's own, styled: control characters other than styles are taken out. */
export function printableLine(line: string): string {
  return line.replace(STYLE_OR_UNPRINTABLE, (found) =>
    found.length > 1 && found.startsWith(ESCAPE) ? found : ' ',
  );
}

/** A copy of a record in which every text, names of members too, is printable. */
export function printableRecord<T>(value: T): T {
  // The copy has the shape of what was copied.
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

/** JSON that says the same and has no character that a terminal would act on. */
export const printableJson = (value: unknown): string =>
  printableJsonText(JSON.stringify(value) ?? 'null');

/**
 * JSON text with the characters that a terminal would act on written as escapes. A carriage return
 * is white space between values: a string cannot hold one.
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
