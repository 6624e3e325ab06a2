import { LIMITS } from '../limits.ts';
import { numberAt } from './json-scan.ts';

// TypeScript's standard library does not declare JSON.rawJSON yet.
const { rawJSON } = JSON as typeof JSON & { rawJSON?: (text: string) => unknown };

/**
 * A JSON number whose decimal value a double cannot represent: 9007199254740993, 1e-400,
 * 0.1000000000000000055. It replaces the number in values that must be compared exactly.
 */
export class InexactNumber {
  /** The number as it was written (`number` of RFC 8259). */
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /**
   * JSON.stringify writes the number with its digits. Browsers from before 2025 cannot: there it is
   * rounded, as JSON.parse would have done.
   */
  toJSON(): unknown {
    return rawJSON ? rawJSON(this.text) : Number(this.text);
  }

  /** The digits as written, for messages. */
  toString(): string {
    return this.text;
  }
}

export interface ReadValue {
  /** The value as JSON.parse reads it. */
  value: unknown;
  /**
   * The same object, or, if it has numbers that a double cannot represent, a value with an
   * `InexactNumber` for each of them. Computed on first access when it was read from JSON text.
   */
  readonly exact: unknown;
}

/** The maximum number of digits that JavaScript writes for a double. */
const MAX_DIGITS = 17;
/** A decimal with this many digits survives conversion to a double and back, */
const KEPT_DIGITS = 15;
/** provided it is at least 1e-307 and below 1e308. */
const KEPT_MAGNITUDES = { min: -306, max: 308 };
/** A number below 1e-324 reads as 0. */
const ZERO_MAGNITUDE = -324;
const INTEGER = /^-?\d+$/;

/** Whether the decimal value of a JSON number differs from that of the double that is read from it. */
export const isInexact = (text: string): boolean => isInexactAt(text, 0);

/** The same for the number that starts at a position of a JSON text. */
export function isInexactAt(json: string, start: number): boolean {
  if (isAsJavaScriptWrites(json, start)) return false;
  const { significant, magnitude } = sizeAt(json, start);
  if (significant === 0) return false;
  if (significant > MAX_DIGITS || magnitude <= ZERO_MAGNITUDE) return true;
  const { min, max } = KEPT_MAGNITUDES;
  if (significant <= KEPT_DIGITS && magnitude >= min && magnitude <= max) return false;
  const text = numberAt(json, start);
  const written = String(Number(text));
  if (INTEGER.test(text) && INTEGER.test(written)) return true;
  return !isSameDecimal(decimalOf(text), decimalOf(written));
}

/** The maximum length of a double that JavaScript writes: -1.2345678901234567e-300. */
const MAX_CHARACTERS = 24;

/** True of nearly every long number, and found out without a loop: a tenth of the time in cold code. */
function isAsJavaScriptWrites(json: string, start: number): boolean {
  const written = String(Number.parseFloat(json.slice(start, start + MAX_CHARACTERS + 1)));
  return json.startsWith(written, start) && !isInNumber(json.charCodeAt(start + written.length));
}

/** Digits, the decimal point, and the letter of an exponent. */
const isInNumber = (code: number) =>
  (code >= 0x30 && code <= 0x39) || code === 0x2e || (code | 0x20) === 0x65;

/**
 * Whether the number that starts at a position of a JSON text reads as infinity, or has more digits
 * or a larger exponent than can be compared exactly.
 */
export function extremeAt(json: string, start: number): 'infinite' | 'too long' | undefined {
  const { digits, power, significant, magnitude } = sizeAt(json, start);
  const mayBeInfinite = significant > 0 && magnitude > KEPT_MAGNITUDES.max;
  if (mayBeInfinite && !Number.isFinite(Number(numberAt(json, start)))) return 'infinite';
  const isTooLong = digits > LIMITS.numberDigits || Math.abs(power) > LIMITS.numberExponent;
  return isTooLong ? 'too long' : undefined;
}

interface Size {
  /** The number of digits as written. */
  digits: number;
  /** The exponent as written. */
  power: number;
  /** The number of digits without leading and trailing zeros: 0 for zero. */
  significant: number;
  /** 0 for 0.1, 1 for 1, 3 for 100; meaningless for zero. */
  magnitude: number;
}

/** Measures a number in place, in time linear in its length, because hostile texts have many. */
function sizeAt(json: string, start: number): Size {
  let digits = 0;
  let first = -1;
  let last = -1;
  let whole = -1;
  let power = 0;
  for (let i = json.charCodeAt(start) === 0x2d ? start + 1 : start; i < json.length; i++) {
    const code = json.charCodeAt(i);
    if (code >= 0x30 && code <= 0x39) {
      if (code !== 0x30) {
        if (first === -1) first = digits;
        last = digits;
      }
      digits++;
    } else if (code === 0x2e) {
      whole = digits;
    } else {
      if (code === 0x65 || code === 0x45) power = powerAt(json, i + 1);
      break;
    }
  }
  return {
    digits,
    power,
    significant: first === -1 ? 0 : last - first + 1,
    magnitude: (whole === -1 ? digits : whole) - first + power,
  };
}

function powerAt(json: string, start: number): number {
  const sign = json.charCodeAt(start);
  let power = 0;
  for (let i = sign === 0x2b || sign === 0x2d ? start + 1 : start; i < json.length; i++) {
    const digit = json.charCodeAt(i) - 0x30;
    if (digit < 0 || digit > 9) break;
    power = power * 10 + digit;
  }
  return sign === 0x2d ? -power : power;
}

/** An absolute value: digits without leading and trailing zeros, times a power of ten. */
interface Decimal {
  digits: string;
  exponent: number;
}

const isSameDecimal = (a: Decimal, b: Decimal) =>
  a.digits === b.digits && a.exponent === b.exponent;

function decimalOf(text: string): Decimal {
  const { mantissa, power } = partsOf(text);
  const point = mantissa.indexOf('.');
  const digits = point === -1 ? mantissa : mantissa.slice(0, point) + mantissa.slice(point + 1);
  const decimals = point === -1 ? 0 : mantissa.length - point - 1;
  let start = 0;
  let end = digits.length;
  // Loops, because a pattern for trailing zeros takes quadratic time on a long number.
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

/** Whether a value is a JSON object: neither `null` nor an array nor a number with its digits. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof InexactNumber);
