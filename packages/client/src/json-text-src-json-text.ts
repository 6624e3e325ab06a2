import { InvalidOptionError, MktError } from './errors.ts';
import { whyNotData } from './json-text.ts';
import { randomKey } from './random-key.ts';

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
