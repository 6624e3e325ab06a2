import { InvalidOptionError, MktError } from './errors.ts';

/** 128 random bits. Browsers have no `crypto.randomUUID` on a page loaded over http. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** What to do about a value of these classes, by the tag that `Object.prototype.toString` gives them. */
const FIXES: Readonly<Record<string, string>> = {
  Promise: 'await it',
  Map: 'pass Object.fromEntries(it)',
  Set: 'pass [...it]',
  Request: 'pass await it.json()',
  Response: 'pass await it.json()',
  Blob: 'pass await it.text()',
  File: 'pass await it.text()',
  FormData: 'pass Object.fromEntries(it)',
  Headers: 'pass Object.fromEntries(it)',
  URLSearchParams: 'pass Object.fromEntries(it)',
  Error: 'pass its message',
  DOMException: 'pass its message',
  RegExp: 'pass its source',
  WeakMap: 'pass what is in it',
  WeakSet: 'pass what is in it',
};
const GENERIC_FIX = 'pass a plain object with its data';

const tagOf = (value: object) => Object.prototype.toString.call(value).slice(8, -1);

/** Whether it is a plain object, of this realm or another one, such as that of a test runner. */
function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value) as object | null;
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/**
 * If a value is not data: what it is, and how to fix it. JSON would omit it, or write it as `{}` or `null`,
 * and the buyer would pay for an unintended call. `written` is what its `toJSON` returned, if it has one.
 */
export function whyNotData(given: unknown, written: unknown, isItem: boolean): string | undefined {
  if (typeof written === 'object') return whyObjectIsNotData(given, written);
  if (typeof written === 'function') return 'a function: call it';
  if (typeof written === 'symbol') return 'a symbol, which JSON does not have';
  if (typeof written === 'number' && !Number.isFinite(written)) {
    return `${written}, which JSON does not have`;
  }
  return written === undefined && isItem
    ? 'undefined, which a JSON array cannot hold: pass null, or leave it out'
    : undefined;
}

function whyObjectIsNotData(given: unknown, written: object | null): string | undefined {
  // `toJSON` of a Buffer would return a list of numbers, that of an invalid date null.
  const isBytes = ArrayBuffer.isView(given) || /^(Shared)?ArrayBuffer$/.test(tagOf(Object(given)));
  if (isBytes) return named(given as object, 'pass a text, such as its base64');
  if (written === null) {
    return given === null ? undefined : 'an invalid date: check what it was made from';
  }
  if ('then' in written && typeof written.then === 'function') return named(written, 'await it');
  if (Array.isArray(written) || isPlain(written)) return undefined;
  const tag = tagOf(written);
  if (Object.hasOwn(FIXES, tag)) return named(written, FIXES[tag]);
  const isEmpty = Object.keys(written).length === 0 && typeof written.valueOf() === 'object';
  return isEmpty ? named(written, GENERIC_FIX) : undefined;
}

function named(value: object, fix = GENERIC_FIX): string {
  const { constructor } = value;
  const own = typeof constructor === 'function' ? constructor.name : '';
  const name = (own === 'Object' ? '' : own) || tagOf(value);
  return `${/^[AEIO]/.test(name) ? 'an' : 'a'} ${name}: ${fix}`;
}

/**
 * JSON text that is sent unchanged: the input of an activation, or the whole body of a request. For
 * values that JavaScript would change, such as 9007199254740993.
 */
export class JsonText {
  readonly text: string;

  /** @param text of a JSON value; the marketplace checks it, not this class */
  constructor(text: string) {
    this.text = text;
  }

  toJSON(): never {
    throw new TypeError(
      'a JsonText must be the whole input or the whole body; it cannot be part of one',
    );
  }
}

/**
 * The JSON text of a value, or `undefined` for `undefined`. A BigInt is written as an integer, a value of
 * `JSON.rawJSON` as its text. A value that JSON would drop, or write as `{}` or `null`, throws
 * an InvalidOptionError that says where it is; `name` is how the error refers to the root value.
 */
export function writeJson(value: unknown, name: string): string | undefined {
  if (value instanceof JsonText) return value.text;
  const paths = new Map<unknown, string>();
  const pathOf = (holder: object, key: string) => {
    const parent = paths.get(holder);
    if (parent === undefined) return name;
    if (Array.isArray(holder)) return `${parent}[${key}]`;
    return parent === '' ? key : `${parent}.${key}`;
  };
  // Not every runtime has JSON.rawJSON: the quotes around a BigInt are removed at the end.
  const mark = randomKey();
  let hasMarks = false;

  /** Not an arrow function: `this` is the object that holds the value, the only way to learn where it is. */
  function check(this: object, key: string, written: unknown): unknown {
    const why = whyNotData((this as Record<string, unknown>)[key], written, Array.isArray(this));
    if (why) throw new InvalidOptionError(`${pathOf(this, key)} is ${why}. Nothing was sent.`);
    if (typeof written === 'object') paths.set(written, pathOf(this, key));
    if (typeof written !== 'bigint') return written;
    hasMarks = true;
    return `${mark}${written}`;
  }

  try {
    const text = JSON.stringify(value, check) as string | undefined;
    return hasMarks ? text?.replaceAll(new RegExp(`"${mark}(-?\\d+)"`, 'g'), '$1') : text;
  } catch (error) {
    if (error instanceof MktError) throw error;
    const reason = error instanceof Error ? error.message : 'it has no JSON form';
    throw new InvalidOptionError(
      `${name || 'The call'} cannot be written as JSON: ${reason}. Nothing was sent.`,
    );
  }
}
