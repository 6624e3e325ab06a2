import { InexactNumber, LIMITS } from '@mkt/protocol';
import type { Numeric } from '../plan/plan.ts';
import { TooPrecise } from './run.ts';

/** `digits` × 10^`exponent`. */
interface Decimal {
  digits: bigint;
  exponent: number;
}

const NUMBER = /^(?<sign>-?)(?<whole>\d+)(?:\.(?<fraction>\d+))?(?:[eE](?<exponent>[+-]?\d+))?$/;

/**
 * The decimal as it was written; for a double, as JSON writes it. Numbers beyond the limits are not
 * compared, because the attacker would choose how long that takes.
 */
function decimalOf(value: Numeric): Decimal {
  const text = value instanceof InexactNumber ? value.text : String(value);
  const groups = NUMBER.exec(text)?.groups;
  const { sign = '', whole = '', fraction = '', exponent = '0' } = groups ?? {};
  const power = Number(exponent);
  const isTooLong =
    whole.length + fraction.length > LIMITS.numberDigits || Math.abs(power) > LIMITS.numberExponent;
  if (!groups || isTooLong) throw new TooPrecise();
  return { digits: BigInt(`${sign}${whole}${fraction}`), exponent: power - fraction.length };
}

const scaled = ({ digits, exponent }: Decimal, to: number) => digits * 10n ** BigInt(exponent - to);

/** Both as integers of the same power of ten. */
function aligned(a: Numeric, b: Numeric): [bigint, bigint] {
  const [one, other] = [decimalOf(a), decimalOf(b)];
  const exponent = Math.min(one.exponent, other.exponent);
  return [scaled(one, exponent), scaled(other, exponent)];
}

/** Below 0 when `a` is smaller, above when it is larger. Doubles have the order of their decimals. */
export function compareNumbers(a: Numeric, b: Numeric): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [one, other] = aligned(a, b);
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** `multipleOf` of decimals: 19.99 is a multiple of 0.01, although their quotient in doubles is not whole. */
export function isMultipleOf(value: Numeric, divisor: Numeric): boolean {
  if (typeof value === 'number' && typeof divisor === 'number') {
    if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor)) return value % divisor === 0;
    if (divisor === 1) return Number.isInteger(value);
  }
  const [one, other] = aligned(value, divisor);
  return one % other === 0n;
}

/** Whether an inexact number is a whole one: 1e400 written out is, 9007199254740993.5 is not. */
export const isInteger = (value: InexactNumber): boolean => isMultipleOf(value, 1);

/** A text that two inexact numbers share exactly when they have the same value. */
export function decimalText(value: InexactNumber): string {
  const { digits, exponent } = decimalOf(value);
  const text = String(digits);
  const zeros = digits === 0n ? 0 : (/0*$/.exec(text)?.[0].length ?? 0);
  return `${text.slice(0, text.length - zeros)}e${exponent + zeros}`;
}
