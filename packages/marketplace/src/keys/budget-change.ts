import { toMicros, type KeyBudgetInput } from '@mkt/protocol';
import { NO_RULES, type KeyBudget } from './budget.ts';
import { Refusal } from '../market/refusal.ts';

/** In units of the currency; in micro-units it is far from where integers become inexact. */
const MAX_LIMIT = 1_000_000_000;

/** The refusal of a budget; `path` is the JSON Pointer of the problem within it. */
export const invalidBudget = (path: string, message: string, keyword: string): Refusal =>
  new Refusal('invalid_request', 'The budget is not valid.', {
    details: [{ path: `/budget${path}`, message, keyword }],
  });

function microsOf(amount: number | null, path: string, max?: number): number | null {
  if (amount === null) return null;
  const micros = toMicros(amount, max);
  if (micros === undefined) throw invalidBudget(path, 'must have at most 6 decimals', 'budget');
  return micros;
}

/**
 * The base budget with the given rules replaced, and those that are null removed; null if no rule
 * remains. `listings` are ids here.
 */
export function budgetFrom(input: KeyBudgetInput, base: KeyBudget | null): KeyBudget | null {
  const from = base ?? NO_RULES;
  const { limit, currency, period, maxPrice, listings } = input;
  const budget: KeyBudget = {
    limitMicros: limit === undefined ? from.limitMicros : microsOf(limit, '/limit', MAX_LIMIT),
    currency: currency === undefined ? from.currency : (currency?.toUpperCase() ?? null),
    period: period === undefined ? from.period : (period ?? 'none'),
    maxPriceMicros: maxPrice === undefined ? from.maxPriceMicros : microsOf(maxPrice, '/maxPrice'),
    listingIds: listings === undefined ? from.listingIds : listings,
  };
  const hasAmount = budget.limitMicros !== null || budget.maxPriceMicros !== null;
  if (budget.currency !== null) return budget;
  if (hasAmount)
    throw invalidBudget('/currency', 'is required with limit and maxPrice', 'required');
  return budget.listingIds ? budget : null;
}
