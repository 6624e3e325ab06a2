import { fromMicros, type KeyBudget as KeyBudgetBody } from '@mkt/protocol';
import type { KeyBudget } from './budget.ts';

const amountOrNull = (micros: number | null) => (micros === null ? null : fromMicros(micros));

export const presentBudget = (budget: KeyBudget | null): KeyBudgetBody | null =>
  budget && {
    limit: amountOrNull(budget.limitMicros),
    currency: budget.currency,
    period: budget.period,
    maxPrice: amountOrNull(budget.maxPriceMicros),
    listings: budget.listingIds && [...budget.listingIds],
  };
