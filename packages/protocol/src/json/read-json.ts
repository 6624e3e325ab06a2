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
  /** Whether a member's name is written with an escape. */
  escapesNames: boolean;
  /** Used by `readMember`, which scans the text without them. */
  separators: readonly number[] | undefined;
}

type Found = Pick<ReadJson, 'longNumbers' | 'tooLongNumbers' | 'escapesNames' | 'separators'>;

/** The parser for a text, depending on how its names are written. */
export const parserFor = ({ escapesNames }: Pick<ReadJson, 'escapesNames'>) =>
  escapesNames ? parseEscapedNames : (JSON.parse as (text: string) => unknown);

/** A value that was parsed from a text, with what a scan found in the text. */
export function withText(value: unknown, text: string, found: Found): ReadJson {
  const { longNumbers, tooLongNumbers, escapesNames, separators } = found;
  if (longNumbers.length === 0) {
    return {
      ok: true,
      value,
      exact: value,
      text,
      longNumbers,
      tooLongNumbers,
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
    escapesNames,
    separators,
  };
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
