import { DEFAULT_CURRENCY, fromMicros, toMicros } from '@mkt/protocol';
import { InvalidArgumentError, Option } from 'commander';

/** An option that takes one value of a wire type. It only compiles if every value is listed. */
export function choice<Value extends string>(
  flags: string,
  description: string,
  values: Readonly<Record<Value, true>>,
): Option {
  return new Option(flags, description).choices(Object.keys(values));
}

/** Parses the value of an option that takes a whole number. */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d{1,10}$/.test(text) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };
}

/** Parses the value of an option that takes an amount in a known currency. */
export function amount(text: string): number {
  const micros = /^\d+(\.\d+)?$/.test(text) ? toMicros(Number(text)) : undefined;
  if (micros !== undefined) return fromMicros(micros);
  throw new InvalidArgumentError(
    `It must be an amount such as 0.02: at most 1,000,000, with at most 6 decimals.${hintFor(text)}`,
  );
}

/** What was probably meant by a text that is no amount. */
function hintFor(text: string): string {
  if (/^free$/i.test(text.trim())) return ' For free, it is 0.';
  const withPoint = text.trim().replace(',', '.');
  return /^\d+,\d{1,6}\b/.test(text.trim()) ? ` Did you mean ${withPoint}?` : '';
}

export interface Money {
  amount: number;
  /** ISO 4217, upper case. */
  currency: string;
}

const MONEY = /^(?:([A-Za-z]{3})\s*)?(\d{1,7}(?:\.\d+)?)(?:\s*([A-Za-z]{3}))?$/;

/** Parses an amount of money: `0.02` is in US dollars; `5 EUR` and `EUR 5` name their currency. */
export function money(text: string): Money {
  const [, before, digits, after] = MONEY.exec(text.trim()) ?? [];
  const micros = digits === undefined ? undefined : toMicros(Number(digits));
  const isOnce = before === undefined || after === undefined;
  if (micros !== undefined && isOnce) {
    const amount = fromMicros(micros);
    return { amount, currency: (before ?? after ?? DEFAULT_CURRENCY).toUpperCase() };
  }
  throw new InvalidArgumentError(
    "It must be an amount such as 0.02 (US dollars) or '5 EUR': at most 1,000,000, with at most 6 decimals." +
      hintFor(text),
  );
}

/** Parses a currency code, in upper case. */
export function currencyCode(text: string): string {
  if (/^[A-Za-z]{3}$/.test(text)) return text.toUpperCase();
  throw new InvalidArgumentError('It must be a currency code of three letters, such as EUR.');
}
