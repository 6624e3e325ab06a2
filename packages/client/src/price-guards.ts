import { DEFAULT_CURRENCY, toMicros } from '@mkt/protocol';
import { InvalidOptionError } from './errors.ts';
import type { OptionNames } from './option-names.ts';

/** The most that a call may cost: a number of US dollars, or an amount in any currency. */
export type MaxPrice = number | { readonly amount: number; readonly currency: string };

/**
 * Conditions that the listing must meet. If it does not, the activation throws a `ConflictError` of
 * type `listing_changed`, and no order is placed.
 */
export interface Guards {
  /**
   * The most that the call may cost. A number is US dollars, `{ amount, currency }` any other
   * currency.
   */
  maxPrice?: MaxPrice | undefined;
  /** The currency of the price (ISO 4217). */
  currency?: string | undefined;
  /** The unit of the price, such as `call` or `page`. */
  unit?: string | undefined;
  /** The revision of the listing. */
  revision?: number | undefined;
}

export const GUARDS: OptionNames<Guards> = {
  maxPrice: true,
  currency: true,
  unit: true,
  revision: true,
};

const CURRENCY = /^[A-Za-z]{3}$/;

/**
 * The guards as `POST /v1/orders` takes them (docs/buy/orders.md#guarding-price-and-revision): an
 * amount is in US dollars or comes with its currency, and is never compared with a price in another
 * currency.
 */
export function wireGuards({ maxPrice, currency, unit, revision }: Guards) {
  if (currency !== undefined) checkCurrency(currency, 'currency');
  if (maxPrice === undefined) return { currency: currency?.toUpperCase(), unit, revision };
  const limit = limitOf(maxPrice);
  if (currency !== undefined && currency.toUpperCase() !== limit.currency) {
    throw new InvalidOptionError(
      `maxPrice is in ${limit.currency}, but currency is ${currency.toUpperCase()}. Pass maxPrice as { amount, currency: '${currency.toUpperCase()}' }.`,
    );
  }
  // The marketplace reads a number as US dollars too. Naming the currency would refuse a listing
  // that is free in another currency.
  const named = typeof maxPrice === 'number' ? currency?.toUpperCase() : limit.currency;
  return { maxPrice: limit.amount, currency: named, unit, revision };
}

function limitOf(maxPrice: MaxPrice): { amount: number; currency: string } {
  const { amount, currency } =
    typeof maxPrice === 'object' && maxPrice !== null
      ? maxPrice
      : { amount: maxPrice, currency: DEFAULT_CURRENCY };
  if (typeof amount !== 'number' || toMicros(amount) === undefined) {
    throw new InvalidOptionError(
      'maxPrice must be an amount from 0 to 1,000,000 with at most 6 decimals.',
    );
  }
  checkCurrency(currency, 'maxPrice.currency');
  return { amount, currency: currency.toUpperCase() };
}

function checkCurrency(currency: unknown, name: string): void {
  if (typeof currency === 'string' && CURRENCY.test(currency)) return;
  throw new InvalidOptionError(`${name} must be a three-letter currency code, such as EUR.`);
}
