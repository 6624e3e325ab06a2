import { decimalsOf, type Money, type Price } from '@mkt/protocol';

/** Prices go down to a millionth. */
const MAX_DECIMALS = 6;

/** `USD 0.02`, `USD 5.00`, `JPY 3`. Never in exponent form. */
export function formatMoney({ amount, currency }: Money): string {
  const [whole = '', decimals = ''] = amount.toFixed(MAX_DECIMALS).split('.');
  const shown = decimals.replace(/0+$/, '').padEnd(decimalsOf(currency), '0');
  return `${currency} ${shown === '' ? whole : `${whole}.${shown}`}`;
}

/** `USD 0.02 per call`, or `free`. */
export const formatPrice = (price: Price): string => (price.amount === 0 ? 'free' : inFull(price));

const inFull = (price: Price): string => `${formatMoney(price)} per ${price.unit}`;

/** `USD 0.02 per call → free`. Of a listing that stays free, the currency or the unit is what changes. */
export function formatPriceChange(from: Price, to: Price): string {
  const format = from.amount === 0 && to.amount === 0 ? inFull : formatPrice;
  return `${format(from)} → ${format(to)}`;
}

/** `2026-11-21 04:29:27Z`. */
export const formatTime = (iso: string | null): string | null =>
  iso === null ? null : iso.replace('T', ' ').replace(/\.\d+Z$/, 'Z');

/** `5 ms`, `1.2 s`, `5 s`. */
export const formatDuration = (ms: number): string =>
  ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1).replace('.0', '')} s`;
