import { pointer } from './json-pointer.ts';
import { LIMITS } from './limits.ts';

/**
 * A JSON number whose decimal value a double does not keep: 9007199254740993, 1e-400,
 * 0.1000000000000000055. Stands in place of the number in values that are to be compared exactly.
 */
export class InexactNumber {
  /** As it was written: a `number` of RFC 8259. */
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Whether the text of a JSON number has another decimal value than the double that is read from it. */
export function isInexact(text: string, double = Number(text)): boolean {
  const written = String(double);
  return written !== text && !isSameDecimal(decimalOf(text), decimalOf(written));
}

/** The size of a number: its digits without zeros at their ends, times a power of ten. */
interface Decimal {
  /** Empty for zero. */
  digits: string;
  exponent: number;
}

function isSameDecimal(a: Decimal, b: Decimal): boolean {
  return a.digits === b.digits && (a.digits === '' || a.exponent === b.exponent);
}

function decimalOf(text: string): Decimal {
  const { mantissa, power } = partsOf(text);
  const point = mantissa.indexOf('.');
  const digits = point === -1 ? mantissa : mantissa.slice(0, point) + mantissa.slice(point + 1);
  const decimals = point === -1 ? 0 : mantissa.length - point - 1;
  let start = 0;
  let end = digits.length;
  // Loops, for a pattern of zeros before the end takes the square of a long number's length.
  while (start < end && digits.charCodeAt(start) === 0x30) start++;
  while (end > start && digits.charCodeAt(end - 1) === 0x30) end--;
  const exponent = Number(power) - decimals + (digits.length - end);
  return { digits: digits.slice(start, end), exponent };
}

/** A number without its sign. */
function partsOf(text: string): { mantissa: string; power: string } {
  const start = text.startsWith('-') ? 1 : 0;
  const small = text.indexOf('e');
  const end = small === -1 ? text.indexOf('E') : small;
  if (end === -1) return { mantissa: text.slice(start), power: '0' };
  return { mantissa: text.slice(start, end), power: text.slice(end + 1) };
}

/** Whether a number is written with more digits, or a larger exponent, than is read exactly. */
function isOverPrecise({ text }: InexactNumber): boolean {
  const { mantissa, power } = partsOf(text);
  const digits = mantissa.length - (mantissa.includes('.') ? 1 : 0);
  return digits > LIMITS.numberDigits || Math.abs(Number(power)) > LIMITS.numberExponent;
}

export interface ReadValue {
  /** As JSON.parse reads it. */
  value: unknown;
  /**
   * The same object, unless a double does not keep a number of it: then a value in which an
   * `InexactNumber` stands for each of those.
   */
  exact: unknown;
}

/** JSON Pointer to the first number that is too long to be compared exactly, if there is one. */
export function overPrecisePath({ value, exact }: ReadValue): string | undefined {
  return exact === value ? undefined : pathIn(exact);
}

function pathIn(exact: unknown): string | undefined {
  if (exact instanceof InexactNumber) return isOverPrecise(exact) ? '' : undefined;
  if (typeof exact !== 'object' || exact === null) return undefined;
  for (const [name, inner] of Object.entries(exact)) {
    const path = pathIn(inner);
    if (path !== undefined) return pointer(name) + path;
  }
  return undefined;
}

/** What to say of a number that is too long. */
export const OVER_PRECISE = `must have at most ${LIMITS.numberDigits} digits and an exponent of at most ±${LIMITS.numberExponent}`;
