import type { BudgetPeriod, BudgetReason, PriceInMicros } from '@mkt/protocol';
import { periodAt } from './budget-period.ts';
import { DAY_MS } from '../market/limits.ts';
import type { Remaining } from '../market/refusal.ts';

/** What may be spent with a key. A rule that is null does not apply. Amounts are in micro-units. */
export interface KeyBudget {
  /** The most that may be spent in a period. */
  limitMicros: number | null;
  /** Of the amounts, and of every order that is not free. */
  currency: string | null;
  period: BudgetPeriod;
  maxPriceMicros: number | null;
  /** The only listings that may be ordered. */
  listingIds: readonly string[] | null;
}

/** A budget that applies to a key: its own, or that of a key above it. */
export interface AppliedBudget {
  keyId: string;
  budget: KeyBudget;
}

/** Why a budget does not allow an order. */
export interface Exceeded {
  reason: BudgetReason;
  /** Whose budget it is. */
  keyId: string;
  budget: KeyBudget;
  remaining: Remaining | null;
}

const rulesOf = (budget: KeyBudget) => [
  budget.limitMicros,
  budget.currency,
  budget.period,
  budget.maxPriceMicros,
  budget.listingIds,
];

/** Whether two budgets have the same rules; the order of listings counts. */
export const isSameBudget = (one: KeyBudget | null, other: KeyBudget | null): boolean =>
  JSON.stringify(one && rulesOf(one)) === JSON.stringify(other && rulesOf(other));

export interface BudgetedOrder {
  listingId: string;
  price: PriceInMicros;
}

/** What is left after `spentMicros` in the period that `nowMs` belongs to; null without a limit. */
export function remainingOf(
  { limitMicros, currency, period }: KeyBudget,
  spentMicros: number,
  nowMs: number,
): Remaining | null {
  if (limitMicros === null || currency === null) return null;
  const { end } = periodAt(period, nowMs);
  return {
    amountMicros: Math.max(0, limitMicros - spentMicros),
    currency,
    resetsAtMs: end === null ? null : end * DAY_MS,
  };
}

/** What a key may spend: the rules of its own budget, and what it and the keys above it leave. */
export interface KeyStanding {
  name: string;
  /** null if no budget applies to the key. */
  budget: KeyBudget | null;
  remaining: Remaining | null;
}

/** For a key that is limited only by the keys above it. */
export const NO_RULES: KeyBudget = {
  limitMicros: null,
  currency: null,
  period: 'none',
  maxPriceMicros: null,
  listingIds: null,
};

/**
 * The smallest amount that remains of the budgets; null if none has a limit. Budgets in different
 * currencies allow only free calls.
 */
export function leastRemaining(
  budgets: readonly AppliedBudget[],
  spentBy: (keyId: string) => number,
  nowMs: number,
): Remaining | null {
  const left = budgets.flatMap(
    ({ keyId, budget }) => remainingOf(budget, spentBy(keyId), nowMs) ?? [],
  );
  const [first] = left;
  if (!first) return null;
  const currencies = new Set(budgets.flatMap(({ budget }) => budget.currency ?? []));
  if (currencies.size > 1) return { ...first, amountMicros: 0, resetsAtMs: null };
  return left.reduce((least, each) => (each.amountMicros < least.amountMicros ? each : least));
}

function brokenRule(
  budget: KeyBudget,
  { listingId, price }: BudgetedOrder,
  spentMicros: number,
): BudgetReason | undefined {
  const { limitMicros, currency, maxPriceMicros, listingIds } = budget;
  if (listingIds && !listingIds.includes(listingId)) return 'listing';
  if (price.amountMicros === 0) return undefined;
  // Amounts in different currencies are never compared.
  if (currency !== null && currency !== price.currency) return 'currency';
  if (maxPriceMicros !== null && price.amountMicros > maxPriceMicros) return 'max_price';
  // Not `spent + price > limit`: what was spent without a limit may be large.
  if (limitMicros !== null && price.amountMicros > limitMicros - spentMicros) return 'limit';
  return undefined;
}

/**
 * The first of the budgets, and of its rules, that an order would break
 * (docs/cost-control.md#budgets). `spentBy` is what counts against each key in the current period.
 */
export function exceededBudget(
  budgets: readonly AppliedBudget[],
  order: BudgetedOrder,
  spentBy: (keyId: string) => number,
  nowMs: number,
): Exceeded | undefined {
  for (const { keyId, budget } of budgets) {
    const spentMicros = spentBy(keyId);
    const reason = brokenRule(budget, order, spentMicros);
    if (!reason) continue;
    return { reason, keyId, budget, remaining: remainingOf(budget, spentMicros, nowMs) };
  }
  return undefined;
}
