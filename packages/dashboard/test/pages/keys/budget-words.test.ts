import { expect, it } from 'vitest';
import { budgetInWords, otherRules, spentOf } from '../../../src/pages/keys/budget-words.ts';

const RULES = {
  limit: null,
  currency: null,
  period: 'none',
  maxPrice: null,
  listings: null,
} as const;
const DAILY = { ...RULES, limit: 5, currency: 'USD', period: 'day' } as const;
const left = (amount: number) => ({ amount, currency: 'USD', resetsAt: null });

it.each([
  [null, 'no budget'],
  [DAILY, '$5.00 per day'],
  [{ ...DAILY, period: 'none', maxPrice: 0.05 } as const, '$5.00 · at most $0.05 an order'],
  [{ ...RULES, listings: ['a'] }, '1 listing only'],
  [{ ...RULES, listings: ['a', 'b'] }, '2 listings only'],
  [{ ...RULES, currency: 'EUR' }, 'orders in EUR only'],
])('budget %j is “%s”', (budget, words) => {
  expect(budgetInWords(budget)).toBe(words);
});

it('a currency is named only where no amount has it', () => {
  expect(otherRules(DAILY)).toEqual([]);
});

it('what is spent has the decimals of an amount', () => {
  expect(spentOf({ ...DAILY, limit: 0.3 }, left(0.1))).toEqual({
    amount: 0.2,
    limit: 0.3,
    text: '$0.20 of $0.30 per day spent',
  });
});

it('says when nothing is left, although more may have been spent', () => {
  expect(spentOf(DAILY, left(0))).toMatchObject({
    amount: 5,
    text: 'Nothing left of $5.00 per day',
  });
});

it('without a limit, nothing is measured', () => {
  expect(spentOf(RULES, null)).toBeUndefined();
});
