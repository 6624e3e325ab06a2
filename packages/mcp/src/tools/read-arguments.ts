import type { Guards } from '@mkt/client';
import { toMicros } from '@mkt/protocol';
import { ToolError } from '../results/tool-result.ts';
import type { Arguments } from '../call.ts';

// What an agent can do when what it names does not exist.

export const LISTING_ADVICE = 'Find the right name with search_listings.';
export const ORDER_ADVICE =
  'Check the order id: it is the orderId of an earlier result. list_orders has those that this API key may read.';

const wrong = (name: string, expected: string) =>
  new ToolError('invalid_arguments', `The argument ${name} must be ${expected}.`);

/** Refuses arguments that a tool does not have, which are most often misspelled. */
export function checkNames(args: Arguments, known: readonly string[]): void {
  const unknown = Object.keys(args).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new ToolError(
    'invalid_arguments',
    `There is no argument ${JSON.stringify(unknown.slice(0, 64))}; ${known.length === 0 ? 'this tool has none' : `the arguments are ${known.join(', ')}`}.`,
  );
}

export function optionalText(args: Arguments, name: string, max: number): string | undefined {
  const value = args[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string' && value !== '' && value.length <= max) return value;
  throw wrong(name, `a text of 1 to ${max} characters`);
}

export function requiredText(args: Arguments, name: string, max: number): string {
  const value = optionalText(args, name, max);
  if (value === undefined) throw wrong(name, `a text of 1 to ${max} characters`);
  return value;
}

export function optionalChoice<Choice extends string>(
  args: Arguments,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  const value = args[name];
  if (value === undefined || value === null) return undefined;
  const chosen = choices.find((choice) => choice === value);
  if (chosen !== undefined) return chosen;
  throw wrong(name, `one of ${choices.join(', ')}`);
}

export function optionalFlag(args: Arguments, name: string): boolean | undefined {
  const value = args[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'boolean') return value;
  throw wrong(name, 'true or false');
}

export function optionalInteger(
  args: Arguments,
  name: string,
  [min, max]: readonly [number, number],
): number | undefined {
  const value = args[name];
  if (value === undefined || value === null) return undefined;
  if (Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max)
    return Number(value);
  throw wrong(name, `a whole number from ${min} to ${max}`);
}

const CURRENCY = /^[A-Z]{3}$/;
export const DEFAULT_CURRENCY = 'USD';

export function readGuards(args: Arguments): Guards {
  const currency = optionalText(args, 'currency', 3);
  if (currency !== undefined && !CURRENCY.test(currency)) {
    throw wrong('currency', 'a currency code of three capital letters, such as EUR');
  }
  const revision = optionalInteger(args, 'revision', [1, 2 ** 31 - 1]);
  const amount = args['maxPrice'];
  if (amount === undefined || amount === null) return { currency, revision };
  if (typeof amount !== 'number' || toMicros(amount) === undefined) {
    throw wrong('maxPrice', 'an amount from 0 to 1,000,000 with at most 6 decimals');
  }
  return { maxPrice: { amount, currency: currency ?? DEFAULT_CURRENCY }, revision };
}
