import { InexactNumber, isInexact, readJson } from '@mkt/protocol';

/**
 * Members as a form holds them: an object has a value for names such as `__proto__` or `constructor`
 * that no input gave. A key has none of its own, and represents one name.
 */
const PREFIX = 'm';

/** The key of a member. */
export const keyOf = (name: string): string =>
  PREFIX +
  name.replaceAll(
    /[^A-Za-z0-9]/g,
    (unit) => `_${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** The name of a member, by its key. */
export const nameOf = (key: string): string =>
  key
    .slice(PREFIX.length)
    .replaceAll(/_([0-9a-f]{4})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );

/**
 * Precedes the text of a number that a double would change, such as 9007199254740993. It is a
 * string so that form data is copied and compared as JSON is, and random so that it cannot be typed.
 */
const MARK = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
  byte.toString(16).padStart(2, '0'),
).join('');

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const MARKED = new RegExp(`"${MARK}(-?[0-9.eE+-]+)"`, 'g');

/** Whether form data is a number that keeps its digits. */
export const isMarked = (data: unknown): data is string =>
  typeof data === 'string' && data.startsWith(MARK);

const isContainer = (value: unknown): value is object =>
  typeof value === 'object' && value !== null;

/** A value as a form holds it: members by their keys, and numbers that keep their digits. */
export function toFormData(value: unknown): unknown {
  if (value instanceof InexactNumber) return MARK + value.text;
  if (Array.isArray(value)) return value.map(toFormData);
  if (!isContainer(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [keyOf(name), toFormData(member)]),
  );
}

/** The value of form data, but with numbers still marked. What is undefined is left out. */
function fromFormData(data: unknown): unknown {
  if (Array.isArray(data)) return data.map((item) => fromFormData(item) ?? null);
  if (!isContainer(data)) return data;
  return Object.fromEntries(
    Object.entries(data)
      .filter(([, member]) => member !== undefined)
      .map(([key, member]) => [nameOf(key), fromFormData(member)]),
  );
}

/** The form data of a JSON text. Throws if it is not JSON. */
export const formDataOf = (json: string): unknown => toFormData(readJson(json).exact);

/** Form data as JSON text, with every digit that was typed; empty if there is none. */
export const jsonOf = (data: unknown): string =>
  data === undefined ? '' : JSON.stringify(fromFormData(data), null, 2).replaceAll(MARKED, '$1');

/** What was typed into a field for numbers: a number, or the text if it is not one. */
export function numberData(typed: unknown): number | string | undefined {
  const text = typeof typed === 'string' ? typed.trim() : '';
  if (text === '') return undefined;
  if (!NUMBER.test(text) || !Number.isFinite(Number(text))) return text;
  return isInexact(text) ? MARK + text : Number(text);
}

/** A number of the form data as text. */
export function numberText(data: unknown): string {
  if (typeof data === 'number') return String(data);
  if (isMarked(data)) return data.slice(MARK.length);
  return typeof data === 'string' ? data : '';
}
