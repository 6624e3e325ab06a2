import type { ApiKey, BudgetRemaining, KeyBudget } from '@mkt/client';
import { formatMoney } from '../../ui/text.ts';

const PER = { none: '', day: ' per day', month: ' per month' } as const;

/** `$5.00 per day`. */
const limitInWords = (limit: number, currency: string, period: KeyBudget['period']) =>
  formatMoney({ amount: limit, currency }) + PER[period];

/** The rules beside the limit: `at most $0.05 an order`, `2 listings only`. */
export function otherRules({ limit, maxPrice, currency, listings }: KeyBudget): string[] {
  const rules: string[] = [];
  if (maxPrice !== null && currency !== null) {
    rules.push(`at most ${formatMoney({ amount: maxPrice, currency })} an order`);
  }
  if (listings)
    rules.push(`${listings.length} ${listings.length === 1 ? 'listing' : 'listings'} only`);
  if (currency !== null && limit === null && maxPrice === null) {
    rules.push(`orders in ${currency} only`);
  }
  return rules;
}

/** `$5.00 per day · at most $0.05 an order`; `no budget` without one. */
export function budgetInWords(budget: ApiKey['budget']): string {
  if (!budget) return 'no budget';
  const { limit, currency, period } = budget;
  const first = limit === null || currency === null ? [] : [limitInWords(limit, currency, period)];
  return [...first, ...otherRules(budget)].join(' · ');
}

export interface Spent {
  /** At most the limit, although a limit can be lowered below what was spent. */
  amount: number;
  limit: number;
  /** `$0.02 of $5.00 per day spent`. */
  text: string;
}

/** How much of its limit a key has spent; undefined without a limit. */
export function spentOf(budget: KeyBudget, remaining: BudgetRemaining | null): Spent | undefined {
  const { limit, currency, period } = budget;
  if (limit === null || currency === null || !remaining) return undefined;
  // Amounts have at most 6 decimals; their difference as numbers may have more.
  const amount = Math.max(0, Number((limit - remaining.amount).toFixed(6)));
  const words = limitInWords(limit, currency, period);
  const text =
    remaining.amount === 0
      ? `Nothing left of ${words}`
      : `${formatMoney({ amount, currency })} of ${words} spent`;
  return { amount, limit, text };
}
