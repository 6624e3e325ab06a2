import { fromMicros, type BudgetRemaining, type KeyBudget as KeyBudgetBody } from '@mkt/protocol';
import type { KeyBudget, Remaining } from '../domain/key-budget.ts';
import { isoOrNull } from './present-listing.ts';

const amountOrNull = (micros: number | null) => (micros === null ? null : fromMicros(micros));

export const presentRemaining = (remaining: Remaining | null): BudgetRemaining | null =>
  remaining && {
    amount: fromMicros(remaining.amountMicros),
    currency: remaining.currency,
    resetsAt: isoOrNull(remaining.resetsAtMs),
  };

export const presentBudget = (budget: KeyBudget | null): KeyBudgetBody | null =>
  budget && {
    limit: amountOrNull(budget.limitMicros),
    currency: budget.currency,
    period: budget.period,
    maxPrice: amountOrNull(budget.maxPriceMicros),
    listings: budget.listingIds && [...budget.listingIds],
  };
