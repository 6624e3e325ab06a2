import { randomKey } from './random-key.ts';

/**
 * JSON text that is sent as it is: the input of an activation, or the whole body of a request. For
 * what an object of JavaScript does not keep, such as the digits of 9007199254740993.
 */
export class JsonText {
  readonly text: string;

  /** @param text of a JSON value; the marketplace refuses what is none */
  constructor(text: string) {
    this.text = text;
  }

  toJSON(): never {
    throw new TypeError('a JsonText can only be a whole input or a whole body');
  }
}

/**
 * JSON text of a value, `undefined` for what has none. A BigInt is written as an integer, and what
 * `JSON.rawJSON` made as its text. Throws a TypeError with the reason.
 */
export function writeJson(value: unknown): string | undefined {
  if (value instanceof JsonText) return value.text;
  try {
    return JSON.stringify(value);
  } catch {
    return writeWithBigInts(value);
  }
}

/** By marks that no text of the value can hold, for JSON.rawJSON is not everywhere. */
function writeWithBigInts(value: unknown): string | undefined {
  const mark = randomKey();
  const text = JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'bigint' ? `${mark}${inner}` : inner,
  ) as string | undefined;
  return text?.replaceAll(new RegExp(`"${mark}(-?\\d+)"`, 'g'), '$1');
}
