const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const [ARRAY, ARRAY_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];
const isSpace = (byte: number) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);

const isEnd = (byte: number) =>
  byte === COMMA || byte === ARRAY_END || byte === OBJECT_END || isSpace(byte);

export type JsonKind = 'text' | 'array' | 'object' | 'other';

/**
 * Where the values of a JSON text begin and end, in the order of the text; a value is a number, the
 * first is 0. Nothing is decoded: numbers keep their digits, and only the parts that are shown cost time.
 */
export interface JsonPlaces {
  size(value: number): number;
  kind(value: number): JsonKind;
  /** The text of a value as it was written. */
  text(value: number): string;
  /** The bytes of the name of a member, with its quotes; 0 for an item. */
  nameSize(value: number): number;
  /** The name of a member as it was written. */
  name(value: number): string;
  /** The items of an array, or the members of an object. */
  children(value: number): Iterable<number>;
}

/** The index of the quote that closes the string that begins at `start`. */
function endOfString(bytes: Buffer, start: number): number {
  for (let end = bytes.indexOf(QUOTE, start + 1); ; end = bytes.indexOf(QUOTE, end + 1)) {
    let slashes = 0;
    while (bytes[end - 1 - slashes] === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return end;
  }
}

/** The places of a text that is known to be JSON. */
export function placesOf(bytes: Buffer): JsonPlaces {
  // A value and what divides it from the next have at least two bytes.
  const most = (bytes.length >> 1) + 1;
  const [starts, ends, nexts, nameStarts, nameEnds] = Array.from(
    { length: 5 },
    () => new Int32Array(most),
  ) as [Int32Array, Int32Array, Int32Array, Int32Array, Int32Array];
  const open: number[] = [];
  let count = 0;
  let [nameStart, nameEnd] = [0, 0];
  let isName = false;

  function begin(start: number): number {
    starts[count] = start;
    nameStarts[count] = nameStart;
    nameEnds[count] = nameEnd;
    [nameStart, nameEnd] = [0, 0];
    return count++;
  }

  function close(value: number, end: number): void {
    ends[value] = end;
    nexts[value] = count;
  }

  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (isSpace(byte)) continue;
    if (byte === QUOTE) {
      const end = endOfString(bytes, at) + 1;
      if (isName) [nameStart, nameEnd] = [at, end];
      else close(begin(at), end);
      at = end - 1;
    } else if (byte === OBJECT || byte === ARRAY) {
      open.push(begin(at));
      isName = byte === OBJECT;
    } else if (byte === OBJECT_END || byte === ARRAY_END) {
      close(open.pop() ?? 0, at + 1);
    } else if (byte === COMMA) {
      isName = bytes[starts[open.at(-1) ?? 0] ?? 0] === OBJECT;
    } else if (byte === COLON) {
      isName = false;
    } else {
      const start = at;
      while (at + 1 < bytes.length && !isEnd(bytes[at + 1] ?? 0)) at++;
      close(begin(start), at + 1);
    }
  }

  const of = (places: Int32Array, value: number) => places[value] ?? 0;
  return {
    size: (value) => of(ends, value) - of(starts, value),
    kind(value) {
      const byte = bytes[of(starts, value)];
      if (byte === QUOTE) return 'text';
      if (byte === ARRAY) return 'array';
      return byte === OBJECT ? 'object' : 'other';
    },
    text: (value) => bytes.toString('utf8', of(starts, value), of(ends, value)),
    nameSize: (value) => of(nameEnds, value) - of(nameStarts, value),
    name: (value) => bytes.toString('utf8', of(nameStarts, value), of(nameEnds, value)),
    *children(value) {
      const end = of(nexts, value);
      for (let child = value + 1; child < end; child = of(nexts, child)) yield child;
    },
  };
}
