import { CURRENCIES } from './generated/enums.ts';

const KNOWN: ReadonlySet<string> = new Set(CURRENCIES);

/**
 * The code in upper case, as it is stored; `undefined` unless it is the ISO 4217 code of a national
 * currency in use.
 */
export function currencyCode(text: string): string | undefined {
  // ASCII only: 'ß'.toUpperCase() is two letters.
  const code = /^[A-Za-z]{3}$/.test(text) ? text.toUpperCase() : '';
  return KNOWN.has(code) ? code : undefined;
}
