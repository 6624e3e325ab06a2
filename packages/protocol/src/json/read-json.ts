import { InexactNumber, isInexactAt, type ReadValue } from './inexact-number.ts';
import { numberAt } from './json-scan.ts';

/**
 * The value of a JSON text with an `InexactNumber` for some of its numbers, given by the positions
 * where they start. Those are quoted and the text is parsed again: where `value`, the result of
 * JSON.parse, has a number and the second result a string, the number was one of them. That is faster
 * than a parser in JavaScript, and no string can be mistaken for a number. Names must be unique, and
 * the value must be shallow enough for recursion.
 */
function exactValue(
  value: unknown,
  parse: (text: string) => unknown,
  text: string,
  inexact: readonly number[],
): unknown {
  let quoted = '';
  let from = 0;
  for (const start of inexact) {
    const number = numberAt(text, start);
    quoted += `${text.slice(from, start)}"${number}"`;
    from = start + number.length;
  }
  return unquoted(value, parse(quoted + text.slice(from)));
}

type Container = Record<string, unknown>;

function unquoted(value: unknown, quoted: unknown): unknown {
  if (typeof value === 'number') {
    return typeof quoted === 'string' ? new InexactNumber(quoted) : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const into = quoted as unknown[];
    for (const [index, item] of value.entries()) {
      if (typeof item === 'number' || typeof item === 'object') {
        into[index] = unquoted(item, into[index]);
      }
    }
    return into;
  }
  const [from, into] = [value as Container, quoted as Container];
  // Every name is an own property, even __proto__.
  for (const name in from) {
    const inner = from[name];
    if (typeof inner === 'number' || typeof inner === 'object') {
      into[name] = unquoted(inner, into[name]);
    }
  }
  return into;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

const notJson = (): SyntaxError => new SyntaxError('not JSON');

/**
 * JSON.parse for a text that writes the name of a member with an escape. V8 may mistake such a name
 * for one that it has parsed before, in any caller's request: after `{"a":0,"\\u00":1}` it
 * reads the name in `{"a":0,"\u00fcber":1}` as `\u00` (https://github.com/nodejs/node/issues/63785).
 * Strings that are not names are always read correctly, so V8 gets arrays instead of objects,
 * `["a",0,"\u00fcber",1]`, from which the objects are built. Throws a SyntaxError.
 */
function parseEscapedNames(text: string): unknown {
  const { arrays, isObject } = withoutObjects(text);
  let opened = 0;

  function restored(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    const items = value as unknown[];
    if (!isObject[opened++]) {
      for (let i = 0; i < items.length; i++) {
        if (typeof items[i] === 'object') items[i] = restored(items[i]);
      }
      return items;
    }
    if (items.length % 2 !== 0) throw notJson();
    const object: Record<string, unknown> = {};
    for (let i = 0; i < items.length; i += 2) {
      const name = items[i];
      if (typeof name !== 'string') throw notJson();
      if (name === '__proto__') define(object, name, restored(items[i + 1]));
      else object[name] = restored(items[i + 1]);
    }
    return object;
  }

  return restored(JSON.parse(arrays));
}

function define(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}

/** The innermost open container: an array, or an object that expects a colon or a comma next. */
const ARRAY = 0;
const NAME = 1;
const VALUE = 2;

/**
 * The text with arrays instead of objects, and for each container, in the order in which they open,
 * whether it is an object. Throws for text that is JSON only with the objects replaced.
 */
function withoutObjects(text: string): { arrays: string; isObject: boolean[] } {
  const bytes = encoder.encode(text);
  const isObject: boolean[] = [];
  const open: number[] = [];
  let inside: number | undefined;
  for (let i = 0; i < bytes.length; i++) {
    switch (bytes[i]) {
      case 0x22:
        while (++i < bytes.length && bytes[i] !== 0x22) if (bytes[i] === 0x5c) i++;
        break;
      case 0x5b:
      case 0x7b:
        if (inside !== undefined) open.push(inside);
        inside = bytes[i] === 0x7b ? NAME : ARRAY;
        isObject.push(inside === NAME);
        bytes[i] = 0x5b;
        break;
      case 0x3a:
        if (inside !== NAME) throw notJson();
        inside = VALUE;
        bytes[i] = 0x2c;
        break;
      case 0x2c:
        if (inside === NAME) throw notJson();
        if (inside === VALUE) inside = NAME;
        break;
      case 0x5d:
        if (inside !== ARRAY) throw notJson();
        inside = open.pop();
        break;
      case 0x7d:
        if (inside === ARRAY) throw notJson();
        inside = open.pop();
        bytes[i] = 0x5d;
        break;
      case undefined:
      default:
        break;
    }
  }
  return { arrays: decoder.decode(bytes), isObject };
}

/** A parsed JSON value with its text, in which numbers keep their digits. */
export interface ReadJson extends ReadValue {
  ok: true;
  text: string;
  /** The starts of the numbers that a double might not represent exactly. */
  longNumbers: readonly number[];
  /** The starts of those that are too long to compare exactly, if they are inexact. */
  tooLongNumbers: readonly number[];
  /** About how many values the text has; of a member, those of the whole text. */
  values: number;
  /** Whether a member's name is written with an escape. */
  escapesNames: boolean;
  /** Used by `readMember`, which scans the text without them. */
  separators: readonly number[] | undefined;
}

type Found = Pick<
  ReadJson,
  'longNumbers' | 'tooLongNumbers' | 'values' | 'escapesNames' | 'separators'
>;

/** The parser for a text, depending on how its names are written. */
export const parserFor = ({ escapesNames }: Pick<ReadJson, 'escapesNames'>) =>
  escapesNames ? parseEscapedNames : (JSON.parse as (text: string) => unknown);

/** A value that was parsed from a text, with what a scan found in the text. */
export function withText(value: unknown, text: string, found: Found): ReadJson {
  const { longNumbers, tooLongNumbers, values, escapesNames, separators } = found;
  if (longNumbers.length === 0) {
    return {
      ok: true,
      value,
      exact: value,
      text,
      longNumbers,
      tooLongNumbers,
      values,
      escapesNames,
      separators,
    };
  }
  let exact: { value: unknown } | undefined;
  return {
    ok: true,
    value,
    get exact() {
      exact ??= { value: computeExact(value, text, found) };
      return exact.value;
    },
    text,
    longNumbers,
    tooLongNumbers,
    values,
    escapesNames,
    separators,
  };
}

/** The findings of `parseJson` about a text, without the value: one thread can send them to another. */
export interface CheckedJson {
  text: string;
  longNumbers: Uint32Array;
  tooLongNumbers: Uint32Array;
  values: number;
  escapesNames: boolean;
}

/** Leaves out the numbers that a double does represent, which takes a microsecond for each. */
export function checkedJson({
  text,
  longNumbers,
  tooLongNumbers,
  values,
  escapesNames,
}: ReadJson): CheckedJson {
  const isInexact = (start: number) => isInexactAt(text, start);
  return {
    text,
    longNumbers: Uint32Array.from(longNumbers.filter(isInexact)),
    tooLongNumbers: Uint32Array.from(tooLongNumbers.filter(isInexact)),
    values,
    escapesNames,
  };
}

/** JSON that was checked elsewhere. Its text is parsed when the value is first used, if it ever is. */
export function fromChecked(checked: CheckedJson): ReadJson {
  const { text, values, escapesNames } = checked;
  const longNumbers = [...checked.longNumbers];
  const tooLongNumbers = [...checked.tooLongNumbers];
  let read: ReadJson | undefined;
  return {
    ok: true,
    get value() {
      return open().value;
    },
    get exact() {
      return open().exact;
    },
    text,
    longNumbers,
    tooLongNumbers,
    values,
    escapesNames,
    separators: undefined,
  };

  function open(this: void): ReadJson {
    read ??= withText(parserFor(checked)(text), text, {
      longNumbers,
      tooLongNumbers,
      values,
      escapesNames,
      separators: undefined,
    });
    return read;
  }
}

/** Numbers examined between two calls of `isLate`. */
const SLICE = 32;

/**
 * Whether `exact` differs from `value`. `undefined` if `isLate` returned true before that was known;
 * a hostile number takes a microsecond.
 */
export function hasInexactNumbers(
  { text, longNumbers }: Pick<ReadJson, 'text' | 'longNumbers'>,
  isLate: () => boolean,
): boolean | undefined {
  for (const [index, start] of longNumbers.entries()) {
    if (index % SLICE === 0 && isLate()) return undefined;
    if (isInexactAt(text, start)) return true;
  }
  return false;
}

function computeExact(value: unknown, text: string, found: Found): unknown {
  const inexact = found.longNumbers.filter((start) => isInexactAt(text, start));
  return inexact.length === 0 ? value : exactValue(value, parserFor(found), text, inexact);
}
