import type { Duration } from '@mkt/client';
import { DEFAULT_CURRENCY, fromMicros, toMicros } from '@mkt/protocol';
import { InvalidArgumentError, Option } from 'commander';
import { CliError } from '../errors/cli-error.ts';
import { baseUrlProblem, isAddress, serviceUrlProblem, withScheme } from '../input/service-url.ts';

/** The members that are not `undefined`, which the client's query types forbid. */
export function withoutUndefined<T extends object>(members: T): Defined<T> {
  // `Defined` describes what the filter leaves.
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined),
  ) as Defined<T>;
}

type Defined<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> };

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
  if (/^free$/i.test(text.trim())) return ' For a price of nothing, use 0.';
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

/** Parses `--service-url`. Whether the address may be called is for the marketplace to say. */
export function serviceUrlOption(text: string): string {
  const problem = serviceUrlProblem(text);
  if (problem !== undefined) throw new InvalidArgumentError(problem);
  return withScheme(text);
}

/** Parses `--base-url`; an empty one counts as not given. */
export function baseUrlOption(text: string): string {
  const problem = text.trim() === '' ? undefined : baseUrlProblem(text);
  if (problem !== undefined) throw new InvalidArgumentError(problem);
  return withScheme(text);
}

/** The address of a command that takes it as an argument too. */
export function oneServiceUrl(
  argument: string | undefined,
  option: string | undefined,
): string | undefined {
  if (argument === undefined) return option;
  if (option === undefined) return argument;
  throw new CliError('invalid_usage', 'Pass the address of the service once.');
}

/** The same for an argument that may be something else, such as a file or the name of a listing. */
export function addressOrOther(
  argument: string | undefined,
  option: string | undefined,
): { serviceUrl: string | undefined; other: string | undefined } {
  if (argument === undefined || !isAddress(argument))
    return { serviceUrl: option, other: argument };
  return { serviceUrl: oneServiceUrl(serviceUrlOption(argument), option), other: undefined };
}

/** Timers cannot wait longer than 24 days. */
const MAX_WAIT = '576h';

/**
 * Milliseconds of an option's duration. It needs a unit: the client also takes a number of
 * milliseconds, which on a command line would be read as seconds.
 */
export async function durationOption(
  flag: string,
  text: string,
  max: Duration = MAX_WAIT,
): Promise<number> {
  const { durationMs, InvalidOptionError } = await import('@mkt/client');
  try {
    const ms = durationMs(text);
    if (ms <= durationMs(max)) return ms;
  } catch (error) {
    if (!(error instanceof InvalidOptionError)) throw error;
  }
  throw new CliError(
    'invalid_usage',
    `${flag} must be a duration with a unit, such as 0s, 90s, 30m or 24h, and at most ${max}.`,
  );
}

/** Texts of the buyer's own, by name. */
export type Metadata = Readonly<Record<string, string>>;

/** Collects the values of an option that is repeated: `--metadata job=nightly --metadata user=7`. */
export function collectMetadata(text: string, before: Metadata = {}): Metadata {
  const equals = text.indexOf('=');
  if (equals < 1) {
    throw new InvalidArgumentError('It must be a name and a value, as in job=nightly.');
  }
  const name = text.slice(0, equals);
  if (Object.hasOwn(before, name)) {
    throw new InvalidArgumentError(`${name} was given twice.`);
  }
  // Not as an assignment: `__proto__` is a name like any other.
  return Object.fromEntries([...Object.entries(before), [name, text.slice(equals + 1)]]);
}
