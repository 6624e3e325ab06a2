export const MICROS_PER_UNIT = 1_000_000;
const MICROS_PER_CENT = 10_000;
/** The highest price, in units of the currency. */
const MAX_AMOUNT = 1_000_000;
/**
 * The remainder of floating-point arithmetic, as in 0.1 + 0.2: at most 10⁻¹² of the amount, and smaller
 * than any digit that a person writes after the sixth decimal.
 */
const MAX_RELATIVE_RESIDUE = 1e-12;
const MAX_RESIDUE = 1e-9;

/**
 * An amount in units of its currency as an integer count of micro-units, so that no price is ever a
 * float. `undefined` if it is negative, over `max` (1,000,000, which is the highest price) or has more
 * than 6 decimals; a floating-point remainder is rounded (docs/sell/listings.md#price).
 */
export function toMicros(amount: number, max = MAX_AMOUNT): number | undefined {
  if (!Number.isFinite(amount) || amount < 0 || amount > max) return undefined;
  const micros = Math.round(amount * MICROS_PER_UNIT);
  const residue = Math.abs(amount - fromMicros(micros));
  // Zero, not the -0 that JSON can express.
  return residue <= Math.min(MAX_RESIDUE, amount * MAX_RELATIVE_RESIDUE) ? micros + 0 : undefined;
}

/** The amount in units of the currency: the double nearest to the decimal. */
export function fromMicros(micros: number): number {
  return micros / MICROS_PER_UNIT;
}

/** A contract's `amountCents` (integer ≥ 0) in micro-units. */
export function centsToMicros(amountCents: number): number {
  return amountCents * MICROS_PER_CENT;
}
