import { LIMITS } from '../limits.ts';
import { extremeAt, InexactNumber, isInexactAt, type ReadValue } from './inexact-number.ts';
import { pointerTo } from './json-pointer.ts';
import { endOfString } from './json-scan.ts';
import type { ReadJson } from './read-json.ts';

/** An open array or object. */
interface Open {
  isArray: boolean;
  /** Index of the item that is being read. */
  index: number;
  /** Start and end of the name of the member that is being read. */
  name: [number, number];
}

/** JSON Pointer to the number at `position`; the text must be JSON. */
function pathAt(text: string, position: number): string {
  const open: Open[] = [];
  let string: Open['name'] = [0, 0];
  for (let at = 0; at < position; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      const end = endOfString(text, at);
      string = [at, end + 1];
      at = end;
    } else if (code === 0x5b || code === 0x7b) {
      open.push({ isArray: code === 0x5b, index: 0, name: string });
    } else if (code === 0x5d || code === 0x7d) {
      open.pop();
    } else if (code === 0x3a || code === 0x2c) {
      const inside = open.at(-1);
      if (!inside) continue;
      if (code === 0x3a) inside.name = string;
      else inside.index++;
    }
  }
  return open.reduce(
    (path, { isArray, index, name }) =>
      pointerTo(path, isArray ? index : (JSON.parse(text.slice(...name)) as string)),
    '',
  );
}

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
