import type { KeyBudgetInput } from '@mkt/client';
import { type BudgetPeriod, didYouMean, isKeyScope, type KeyScope, SCOPES } from '@mkt/protocol';
import { type Command, InvalidArgumentError } from 'commander';
import { choice, withoutUndefined } from './options.ts';

export const scopeNames = (text: string): string[] => text.split(',').map((name) => name.trim());

/** The scopes of a comma-separated list; `*` is every scope. */
export function scopesOf(text: string): KeyScope[] {
  const names = scopeNames(text);
  const unknown = names.find((name) => !isKeyScope(name));
  if (unknown === undefined) return names.filter(isKeyScope);
  throw new InvalidArgumentError(`Unknown scope '${unknown}'.${didYouMean(unknown, SCOPES)}`);
}

/** The options of a key's budget; an empty value removes a rule. */
export interface BudgetOptions {
  budget?: number | '';
  per?: BudgetPeriod;
  currency?: string;
  maxPrice?: number | '';
  listings?: string[] | '';
}

const PERIODS = { day: true, month: true, none: true } as const satisfies Record<
  BudgetPeriod,
  true
>;

/** Larger ones, which the marketplace refuses, are left to its message. */
function amountOrNothing(text: string): number | '' {
  if (text === '') return text;
  if (/^\d{1,12}(\.\d{1,6})?$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be an amount such as 0.05, with at most 6 decimals.');
}

function listingsOf(text: string): string[] | '' {
  const refs = text.split(',').map((ref) => ref.trim());
  if (text.trim() === '') return '';
  if (refs.every((ref) => ref !== '')) return refs;
  throw new InvalidArgumentError('It must be slugs or ids, separated by commas.');
}

/** Adds the options that make up a budget. */
export const addBudgetOptions = (command: Command): Command =>
  command
    .option(
      '--budget <amount>',
      'the most that the key, and keys created with it, may spend',
      amountOrNothing,
    )
    .addOption(choice('--per <period>', 'when the budget resets, in UTC', PERIODS))
    .option('--max-price <amount>', 'the most that one order may cost', amountOrNothing)
    .option('--currency <code>', 'currency of the amounts, such as EUR')
    .option(
      '--listings <listings>',
      'slugs or ids of the only listings that may be ordered, separated by commas',
      listingsOf,
    );

const nullIfEmpty = <Value>(value: Value | '') => (value === '' ? null : value);

/** The rules that were given; `undefined` if there are none. */
export function budgetOf(options: BudgetOptions): KeyBudgetInput | undefined {
  const { budget, per: period, currency, maxPrice, listings } = options;
  const input = withoutUndefined({
    limit: nullIfEmpty(budget),
    period,
    currency: nullIfEmpty(currency),
    maxPrice: nullIfEmpty(maxPrice),
    listings: nullIfEmpty(listings),
  });
  return Object.keys(input).length > 0 ? input : undefined;
}
