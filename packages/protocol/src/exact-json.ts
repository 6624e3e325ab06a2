import { InexactNumber, isInexact } from './inexact-number.ts';
import { pointer } from './json-pointer.ts';
import { endOfString } from './json-scan.ts';

/** A name that occurs twice in one object; `path` points at the member. */
export class RepeatedName extends Error {
  readonly path: string;

  constructor(path: string) {
    super('An object has a name twice');
    this.path = path;
  }
}

const SCALAR = /[^\s,\]}]+/y;

/**
 * The value of a text that JSON.parse has read, of a depth that may be recursed: the same, but that
 * an `InexactNumber` stands for each number that a double does not keep. Throws `RepeatedName`.
 * Slower than JSON.parse, so only for the texts that need it.
 */
export function parseExactly(text: string): unknown {
  let at = 0;

  const skipSpace = (): number => {
    let code = text.charCodeAt(at);
    while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) {
      code = text.charCodeAt(++at);
    }
    return code;
  };

  function readString(): string {
    const start = at;
    at = endOfString(text, start) + 1;
    const written = text.slice(start, at);
    return written.includes('\\') ? (JSON.parse(written) as string) : written.slice(1, -1);
  }

  function readArray(path: string): unknown[] {
    const items: unknown[] = [];
    at++;
    while (skipSpace() !== 0x5d) {
      items.push(readValue(`${path}/${items.length}`));
      if (skipSpace() === 0x2c) at++;
    }
    at++;
    return items;
  }

  function readObject(path: string): Record<string, unknown> {
    const members = new Map<string, unknown>();
    at++;
    while (skipSpace() !== 0x7d) {
      const name = readString();
      const place = path + pointer(name);
      if (members.has(name)) throw new RepeatedName(place);
      skipSpace();
      at++;
      members.set(name, readValue(place));
      if (skipSpace() === 0x2c) at++;
    }
    at++;
    // Object.fromEntries defines properties, so that a name like __proto__ is only a name.
    return Object.fromEntries(members);
  }

  function readScalar(): unknown {
    SCALAR.lastIndex = at;
    const [written = ''] = SCALAR.exec(text) ?? [];
    at += written.length;
    const code = written.charCodeAt(0);
    const isNumber = code === 0x2d || (code >= 0x30 && code <= 0x39);
    if (isNumber && isInexact(written)) return new InexactNumber(written);
    return JSON.parse(written) as unknown;
  }

  function readValue(path: string): unknown {
    switch (skipSpace()) {
      case 0x22:
        return readString();
      case 0x5b:
        return readArray(path);
      case 0x7b:
        return readObject(path);
      default:
        return readScalar();
    }
  }

  return readValue('');
}
