import { decimalsOf, type Money, type Price } from '@mkt/protocol';

/** Prices go down to a millionth. */
const MAX_DECIMALS = 6;

/** `USD 0.02`, `USD 5.00`, `JPY 3`. Never in exponent form. */
export function formatMoney({ amount, currency }: Money): string {
  const [whole = '', decimals = ''] = amount.toFixed(MAX_DECIMALS).split('.');
  const shown = decimals.replace(/0+$/, '').padEnd(decimalsOf(currency), '0');
  return `${currency} ${shown === '' ? whole : `${whole}.${shown}`}`;
}

/** `USD 0.02 per call`. */
export const formatPrice = (price: Price): string => `${formatMoney(price)} per ${price.unit}`;
