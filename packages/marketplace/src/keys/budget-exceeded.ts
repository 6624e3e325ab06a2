import { fromMicros } from '@mkt/protocol';
import type { BudgetedOrder, Exceeded } from './budget.ts';
import { Refusal } from '../market/refusal.ts';

function sentenceOf(
  { reason, budget, remaining }: Exceeded,
  { price }: BudgetedOrder,
  isOwn: boolean,
): string {
  const whose = isOwn ? 'this API key' : 'a key that this API key was created with';
  const amount = fromMicros(price.amountMicros);
  switch (reason) {
    case 'listing':
      return `The budget of ${whose} does not include this listing.`;
    case 'currency':
      return `The budget of ${whose} is in ${budget.currency}; the order costs ${amount} ${price.currency}.`;
    case 'max_price':
      return `The budget of ${whose} allows ${fromMicros(budget.maxPriceMicros ?? 0)} ${budget.currency} for an order; this one costs ${amount}.`;
    case 'limit':
      return `The budget of ${whose} has ${fromMicros(remaining?.amountMicros ?? 0)} ${budget.currency} left; the order costs ${amount}.`;
  }
}

/** The refusal of an order that a budget does not allow; `keyId` is the key that places it. */
export const budgetExceeded = (
  exceeded: Exceeded,
  order: BudgetedOrder,
  keyId: string | null,
): Refusal =>
  new Refusal('budget_exceeded', sentenceOf(exceeded, order, exceeded.keyId === keyId), {
    reason: exceeded.reason,
    remaining: exceeded.remaining,
  });
