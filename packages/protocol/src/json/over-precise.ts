import { extremeAt, InexactNumber, isInexactAt, type ReadValue } from './inexact-number.ts';
import { pathAt } from './path-at.ts';
import { pointerTo } from './json-pointer.ts';
import type { ReadJson } from './read-json.ts';
import { LIMITS } from '../limits.ts';

/** The message about a number that is too long. */
export const OVER_PRECISE = `must have at most ${LIMITS.numberDigits} digits and an exponent of at most ±${LIMITS.numberExponent}`;

/** Whether an inexact number has too many digits, or too large an exponent, to be compared exactly. */
export const isTooLong = (number: string): boolean => extremeAt(number, 0) === 'too long';

/** JSON Pointer to the first number that is too long to be compared exactly, if there is one. */
export function overPrecisePath(read: ReadValue | ReadJson): string | undefined {
  if ('tooLongNumbers' in read) return pathInText(read);
  return read.exact === read.value ? undefined : pathInValue(read.exact);
}

function pathInText({ text, tooLongNumbers }: ReadJson): string | undefined {
  const first = tooLongNumbers.find((start) => isInexactAt(text, start));
  return first === undefined ? undefined : pathAt(text, first);
}

function pathInValue(exact: unknown): string | undefined {
  if (exact instanceof InexactNumber) return isTooLong(exact.text) ? '' : undefined;
  if (typeof exact !== 'object' || exact === null) return undefined;
  for (const [name, inner] of Object.entries(exact)) {
    const path = pathInValue(inner);
    if (path !== undefined) return pointerTo('', name) + path;
  }
  return undefined;
}
