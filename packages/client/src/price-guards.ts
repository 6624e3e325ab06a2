import { DEFAULT_CURRENCY, toMicros } from '@mkt/protocol';
import { InvalidOptionError } from './errors.ts';

/** The most that a call may cost: a number of US dollars, or an amount of another currency. */
export type MaxPrice = number | { readonly amount: number; readonly currency: string };

export interface Guards {
  maxPrice?: MaxPrice | undefined;
  currency?: string | undefined;
  unit?: string | undefined;
  revision?: number | undefined;
}

const CURRENCY = /^[A-Za-z]{3}$/;

/**
 * The guards as `POST /v1/orders` takes them (docs/orders.md): an amount is in
 * US dollars or goes with its currency, and is never compared with a price in another one.
 */
export function wireGuards({ maxPrice, currency, unit, revision }: Guards) {
  if (currency !== undefined) checkCurrency(currency, 'currency');
  if (maxPrice === undefined) return { currency: currency?.toUpperCase(), unit, revision };
  const limit = limitOf(maxPrice);
  if (currency !== undefined && currency.toUpperCase() !== limit.currency) {
    throw new InvalidOptionError(
      `maxPrice is in ${limit.currency}, and currency is ${currency.toUpperCase()}: give maxPrice as { amount, currency }.`,
    );
  }
  // A number is in US dollars for the marketplace too; naming the currency would refuse a listing
  // that is free in another one.
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
  throw new InvalidOptionError(`${name} must be a currency code of three letters, as in EUR.`);
}
