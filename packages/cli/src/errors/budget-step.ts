import type { BudgetExceededError } from '@mkt/client';

/** The option of `mkt keys update` that would allow the order, by the rule that refuses it. */
const OPTIONS: Readonly<Record<string, string>> = {
  limit: '--budget AMOUNT',
  max_price: '--max-price AMOUNT',
  listing: '--listings LISTINGS',
  currency: '--currency CODE',
};

/** When there is money again, and how to change the budget. */
export function budgetStep({ rule = '', remaining }: BudgetExceededError): string {
  const resetsAt = rule === 'limit' ? remaining?.resetsAt : undefined;
  const time = resetsAt?.replace('T', ' ').replace(/\.\d+Z$/, 'Z');
  const wait = time === undefined ? '' : `The budget resets at ${time}. `;
  const option = OPTIONS[rule] ?? '--budget AMOUNT';
  return `${wait}This key cannot change the budget. With a key that can: mkt keys list, then mkt keys update KEY ${option}`;
}
