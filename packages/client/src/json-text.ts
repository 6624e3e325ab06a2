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
 * The JSON text of a value, or `undefined` if it has none. A BigInt is written as an integer, a value of
 * `JSON.rawJSON` as its text. Throws a TypeError with the reason.
 */
export function writeJson(value: unknown): string | undefined {
  if (value instanceof JsonText) return value.text;
  try {
    return JSON.stringify(value);
  } catch {
    return writeWithBigInts(value);
  }
}

/** Marks each BigInt with a random text and then removes the quotes: not every runtime has JSON.rawJSON. */
function writeWithBigInts(value: unknown): string | undefined {
  const mark = randomKey();
  const text = JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'bigint' ? `${mark}${inner}` : inner,
  ) as string | undefined;
  return text?.replaceAll(new RegExp(`"${mark}(-?\\d+)"`, 'g'), '$1');
}
