import {
  centsToMicros,
  currencyCode,
  DEFAULT_CURRENCY,
  DEFAULT_UNIT,
  toMicros,
  type Detail,
  type PriceInMicros,
  type SellerProvider,
} from '@mkt/protocol';
import { normaliseLine } from './normalise-text.ts';

type SellerPrice = NonNullable<SellerProvider['price']>;

export type ReadPrice = { ok: true; price: PriceInMicros } | { ok: false; details: Detail[] };

/**
 * The price of a contract that matches its schema; free of charge if it names none. Checks what a
 * schema cannot express: at most six decimals, and `amount` and `amountCents` that agree. Paths start
 * with `path`.
 */
export function readPrice(price: SellerPrice | undefined, path: string): ReadPrice {
  const { amount, amountCents, currency = DEFAULT_CURRENCY, unit = DEFAULT_UNIT } = price ?? {};
  const refused = (message: string): ReadPrice => ({
    ok: false,
    details: [{ path: `${path}/amount`, message, keyword: 'price' }],
  });
  const given = amount === undefined ? undefined : toMicros(amount);
  if (amount !== undefined && given === undefined) return refused('must have at most 6 decimals');
  const cents = amountCents === undefined ? undefined : centsToMicros(amountCents);
  if (given !== undefined && cents !== undefined && given !== cents) {
    return refused('must agree with amountCents');
  }
  return {
    ok: true,
    price: {
      amountMicros: given ?? cents ?? 0,
      currency: currencyCode(currency) ?? DEFAULT_CURRENCY,
      unit: normaliseLine(unit),
    },
  };
}
