import { CURRENCIES } from './generated/enums.ts';

const KNOWN: ReadonlySet<string> = new Set(CURRENCIES);

const DEFAULT_DECIMALS = 2;
const decimals = new Map<string, number>();

/** The decimals that amounts of a currency usually have: 2 of `USD`, 0 of `JPY`; 2 if it is unknown. */
export function decimalsOf(currency: string): number {
  const known = decimals.get(currency);
  if (known !== undefined) return known;
  if (!KNOWN.has(currency)) return DEFAULT_DECIMALS;
  // Making a format costs about 100 times as much as a look-up, and a list has an amount per row.
  const { maximumFractionDigits = DEFAULT_DECIMALS } = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  decimals.set(currency, maximumFractionDigits);
  return maximumFractionDigits;
}

/**
 * The code in upper case, as it is stored; `undefined` unless it is the ISO 4217 code of a national
 * currency in use.
 */
export function currencyCode(text: string): string | undefined {
  // ASCII only: 'ß'.toUpperCase() is two letters.
  const code = /^[A-Za-z]{3}$/.test(text) ? text.toUpperCase() : '';
  return KNOWN.has(code) ? code : undefined;
}
