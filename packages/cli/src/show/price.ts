import type { Money, Price } from '@mkt/protocol';

/** `USD 0.02`. Never in exponent form: the smallest amount is a millionth. */
export function formatMoney({ amount, currency }: Money): string {
  const digits = amount.toFixed(6).replace(/0{1,4}$/, '');
  return `${currency} ${digits}`;
}

/** `USD 0.02 per call`. */
export const formatPrice = (price: Price): string => `${formatMoney(price)} per ${price.unit}`;
