export const MICROS_PER_UNIT = 1_000_000;
const MICROS_PER_CENT = 10_000;
/** Of a price, in units of the currency. */
const MAX_AMOUNT = 1_000_000;
const MAX_DECIMALS = 6;

/**
 * An amount in units of its currency as an integer count of micro-units, so that no price is ever a
 * float. `undefined` if it is negative, over `max` (1,000,000, which is the highest price) or has more
 * than 6 decimals.
 */
export function toMicros(amount: number, max = MAX_AMOUNT): number | undefined {
  if (!Number.isFinite(amount) || amount < 0 || amount > max) return undefined;
  const [mantissa = '0', exponent = '0'] = String(amount).split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  const shift = MAX_DECIMALS + Number(exponent);
  if (shift < fraction.length) return amount === 0 ? 0 : undefined;
  return Number(whole + fraction.padEnd(shift, '0'));
}

/** The amount in units of the currency: the double nearest to the decimal. */
export function fromMicros(micros: number): number {
  return micros / MICROS_PER_UNIT;
}

/** A contract's `amountCents` (integer ≥ 0) in micro-units. */
export function centsToMicros(amountCents: number): number {
  return amountCents * MICROS_PER_CENT;
}
