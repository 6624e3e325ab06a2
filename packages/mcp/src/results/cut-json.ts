import { pointerSegments, pointerTo } from '@mkt/protocol';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const [ARRAY, ARRAY_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];
const isSpace = (byte: number) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);

const isEnd = (byte: number) =>
  byte === COMMA || byte === ARRAY_END || byte === OBJECT_END || isSpace(byte);

type JsonKind = 'text' | 'array' | 'object' | 'other';

/**
 * Where the values of a JSON text begin and end, in the order of the text; a value is a number, the
 * first is 0. Nothing is decoded: numbers keep their digits, and only the parts that are shown cost time.
 */
interface JsonPlaces {
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
function placesOf(bytes: Buffer): JsonPlaces {
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

/** A value that is only partly shown. */
interface Cut {
  /** Where it is, as a JSON Pointer. */
  pointer: string;
  /** Where the part that follows begins: characters of a text, items of an array, members of an object. */
  offset: number;
  /** How many there are. */
  of: number;
}

export interface Part {
  /** JSON of at most the bytes that were allowed. */
  text: string;
  cuts: Cut[];
  /** Cuts that are not among these. */
  moreCuts: number;
}

/** The value at a pointer. */
export interface Found {
  kind: JsonKind;
  /** Its characters, items or members; 1 for other values. */
  length: number;
  part(offset: number, maxBytes: number): Part;
}

/** The least space for a part that is shown; with less, it is only counted. */
const MIN_BYTES = 500;
/** A member with a longer name is only counted: the name could carry a text. */
const MAX_NAME_BYTES = 1_000;
/** The maximum size of all pointers to what was cut. */
export const MAX_CUTS_BYTES = 4_000;
const BRACKETS = 2;
/** The colon and the comma of a member. */
const SEPARATORS = 2;

interface Walk {
  places: JsonPlaces;
  cuts: Cut[];
  cutBytes: number;
  moreCuts: number;
}

const bytesOf = (text: string) => Buffer.byteLength(text);

/** The value at a pointer in a JSON text, or the longest part of the pointer that exists. */
export function findIn(json: string, pointer: string): Found | { lost: string; kind: JsonKind } {
  const places = placesOf(Buffer.from(json));
  let value = 0;
  let path = '';
  for (const segment of pointerSegments(pointer)) {
    const child = childOf(places, value, segment);
    if (child === undefined) return { lost: path, kind: places.kind(value) };
    value = child;
    path = pointerTo(path, segment);
  }
  const kind = places.kind(value);
  return {
    kind,
    length: lengthOf(places, value),
    part(offset, maxBytes) {
      const walk = { places, cuts: [], cutBytes: 0, moreCuts: 0 };
      const text = partOf(walk, value, { pointer: path, offset, maxBytes });
      return { text, cuts: walk.cuts, moreCuts: walk.moreCuts };
    },
  };
}

function childOf(places: JsonPlaces, value: number, segment: string): number | undefined {
  const isArray = places.kind(value) === 'array';
  let index = 0;
  for (const child of places.children(value)) {
    const name = isArray ? String(index) : nameOf(places, child);
    if (name === segment) return child;
    index++;
  }
  return undefined;
}

const nameOf = (places: JsonPlaces, value: number) => JSON.parse(places.name(value)) as string;

function lengthOf(places: JsonPlaces, value: number): number {
  const kind = places.kind(value);
  if (kind === 'text') return (JSON.parse(places.text(value)) as string).length;
  if (kind === 'other') return 1;
  return Array.from(places.children(value)).length;
}

interface Place {
  pointer: string;
  offset: number;
  maxBytes: number;
}

/** A value, from its `offset` on, as JSON of at most `maxBytes`. */
function partOf(walk: Walk, value: number, place: Place): string {
  const { places } = walk;
  const kind = places.kind(value);
  if (place.offset === 0 && places.size(value) <= place.maxBytes) return places.text(value);
  if (kind === 'text') return partOfText(walk, JSON.parse(places.text(value)) as string, place);
  // The digits of a number that is longer than all that may be shown.
  if (kind === 'other') return partOfText(walk, places.text(value), place);
  return partOfContainer(walk, value, place);
}

function partOfText(walk: Walk, text: string, { pointer, offset, maxBytes }: Place): string {
  const start = boundary(text, offset);
  let end = start;
  for (let left = maxBytes - BRACKETS; end < text.length;) {
    const point = text.codePointAt(end) ?? 0;
    left -= jsonBytes(point);
    if (left < 0) break;
    end += point > 0xff_ff ? 2 : 1;
  }
  if (end < text.length) note(walk, { pointer, offset: end, of: text.length });
  return JSON.stringify(text.slice(start, end));
}

/** An offset in the middle of a character that has two units begins with the character. */
function boundary(text: string, offset: number): number {
  const isMiddle = offset > 0 && (text.codePointAt(offset - 1) ?? 0) > 0xff_ff;
  return isMiddle ? offset - 1 : offset;
}

/** The bytes of a character as `JSON.stringify` writes it. */
function jsonBytes(point: number): number {
  if (point === 0x22 || point === 0x5c) return 2;
  if (point < 0x20) return [0x08, 0x09, 0x0a, 0x0c, 0x0d].includes(point) ? 2 : 6;
  if (point < 0x80) return 1;
  if (point < 0x8_00) return 2;
  if (point >= 0xd8_00 && point <= 0xdf_ff) return 6;
  return point <= 0xff_ff ? 3 : 4;
}

interface Child {
  value: number;
  index: number;
  /** The bytes of its name and separators. */
  frame: number;
}

/**
 * As many of the first items or members as there is space for. The small ones are whole, and the large
 * ones share the rest.
 */
function partOfContainer(walk: Walk, value: number, place: Place): string {
  const { places } = walk;
  const { pointer, offset, maxBytes } = place;
  const isArray = places.kind(value) === 'array';
  const shown: Child[] = [];
  let [index, end, left] = [-1, offset, maxBytes - BRACKETS];
  let isFull = false;
  for (const child of places.children(value)) {
    index++;
    if (index < offset || isFull) continue;
    const frame = places.nameSize(child) + SEPARATORS;
    const isNameless = frame > MAX_NAME_BYTES;
    const least = isNameless ? 0 : frame + Math.min(places.size(child), MIN_BYTES);
    isFull = least > left;
    if (isFull) continue;
    end = index + 1;
    if (isNameless) walk.moreCuts++;
    else shown.push({ value: child, index, frame });
    left -= least;
  }
  const length = index + 1;
  if (end < length) note(walk, { pointer, offset: end, of: length });
  const frames = shown.reduce((sum, { frame }) => sum + frame, 0);
  const sizes = shown.map((child) => places.size(child.value));
  const most = shareOf(sizes, maxBytes - BRACKETS - frames);
  function cut(child: Child): string {
    const name = isArray ? child.index : nameOf(places, child.value);
    return partOf(walk, child.value, {
      pointer: pointerTo(pointer, name),
      offset: 0,
      maxBytes: most,
    });
  }
  const texts = shown.map((child) => {
    const text = places.size(child.value) <= most ? places.text(child.value) : cut(child);
    return isArray ? text : `${places.name(child.value)}:${text}`;
  });
  return isArray ? `[${texts.join(',')}]` : `{${texts.join(',')}}`;
}

/** The most that each of some sizes may take, so that together they take no more than `room`. */
function shareOf(sizes: readonly number[], room: number): number {
  let left = room;
  let count = sizes.length;
  for (const size of sizes.toSorted((a, b) => a - b)) {
    if (size * count > left) return Math.floor(left / count);
    left -= size;
    count--;
  }
  return room;
}

/** Notes a cut, as long as there is space for its pointer. */
function note(walk: Walk, cut: Cut): void {
  const bytes = bytesOf(JSON.stringify(cut)) + 1;
  const isShort = walk.cutBytes + bytes <= MAX_CUTS_BYTES;
  if (!isShort) walk.moreCuts++;
  else {
    walk.cuts.push(cut);
    walk.cutBytes += bytes;
  }
}
