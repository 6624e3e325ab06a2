import { parseEscapedNames } from './escaped-names.ts';
import { exactValue } from './exact-value.ts';
import { isInexactAt, type ReadValue } from './inexact-number.ts';

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
