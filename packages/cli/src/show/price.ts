import type { Price } from '@mkt/protocol';

/** `USD 0.02 per call`. Never in exponent form: the smallest amount is a millionth. */
export function formatPrice({ amount, currency, unit }: Price): string {
  const digits = amount.toFixed(6).replace(/0{1,4}$/, '');
  return `${currency} ${digits} per ${unit}`;
}
