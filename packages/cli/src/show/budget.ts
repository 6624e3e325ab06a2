import type { BudgetRemaining, KeyBudget } from '@mkt/protocol';
import { formatMoney } from './price.ts';

function limitOf({ limit, currency, period }: KeyBudget, left: BudgetRemaining | null): string[] {
  if (limit === null || currency === null) return [];
  const per = period === 'none' ? '' : ` per ${period}`;
  const rest = left ? ` (${formatMoney(left)} left)` : '';
  return [`${formatMoney({ amount: limit, currency })}${per}${rest}`];
}

function maxPriceOf({ maxPrice, currency }: KeyBudget): string[] {
  return maxPrice === null || currency === null
    ? []
    : [`at most ${formatMoney({ amount: maxPrice, currency })} per order`];
}

function listingsOf({ listings }: KeyBudget): string[] {
  if (!listings) return [];
  return [`${listings.length} ${listings.length === 1 ? 'listing' : 'listings'}`];
}

/** `USD 5.00 per day (USD 4.98 left), at most USD 0.05 per order, 2 listings`. */
export function describeBudget({
  budget,
  remaining,
}: {
  budget: KeyBudget | null;
  /** Omitted if it is shown separately. */
  remaining?: BudgetRemaining | null;
}): string {
  if (!budget) return 'none';
  const rules = [
    ...limitOf(budget, remaining ?? null),
    ...maxPriceOf(budget),
    ...listingsOf(budget),
  ];
  if (rules.length > 0) return rules.join(', ');
  return budget.currency === null ? 'none of its own' : `only ${budget.currency}`;
}
