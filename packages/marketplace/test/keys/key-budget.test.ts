// docs/buy/spending.md#the-remaining-budget
import { describe, expect, it } from 'vitest';
import { leastRemaining, NO_RULES, type KeyBudget } from '../../src/keys/budget.ts';

const NOW = Date.parse('2026-11-25T12:00:00Z');
const MIDNIGHT = Date.parse('2026-11-26T00:00:00Z');

/** What is left of budgets, the nearest first, each with what was spent of it. */
const left = (...budgets: [Partial<KeyBudget>, number][]) =>
  leastRemaining(
    budgets.map(([budget], n) => ({ keyId: String(n), budget: { ...NO_RULES, ...budget } })),
    (keyId) => budgets[Number(keyId)]?.[1] ?? 0,
    NOW,
  );

const usd = (limitMicros: number | null, more: Partial<KeyBudget> = {}) => ({
  limitMicros,
  currency: 'USD',
  ...more,
});

describe('what is left for a key', () => {
  it('is null without a limit', () => {
    expect(left()).toBeNull();
    expect(left([{ maxPriceMicros: 5, currency: 'USD' }, 3])).toBeNull();
  });

  it.each<[string, Parameters<typeof left>, number, number | null]>([
    [
      'its own, if that is least',
      [
        [usd(10), 4],
        [usd(100), 50],
      ],
      6,
      null,
    ],
    [
      'its parent’s, if that is least',
      [
        [usd(10), 0],
        [usd(100, { period: 'day' }), 98],
      ],
      2,
      MIDNIGHT,
    ],
    [
      'its parent’s, without one of its own',
      [
        [usd(null), 0],
        [usd(9), 1],
      ],
      8,
      null,
    ],
    ['never negative', [[usd(5), 7]], 0, null],
    [
      'the nearest of equals',
      [
        [usd(5, { period: 'day' }), 0],
        [usd(5), 0],
      ],
      5,
      MIDNIGHT,
    ],
    [
      'nothing, if two budgets want different currencies',
      [
        [usd(5), 0],
        [{ ...usd(9), currency: 'EUR' }, 0],
      ],
      0,
      null,
    ],
    [
      'nothing, if a parent allows only another currency',
      [
        [usd(5), 0],
        [{ currency: 'EUR' }, 0],
      ],
      0,
      null,
    ],
  ])('is %s', (_, budgets, amountMicros, resetsAtMs) => {
    expect(left(...budgets)).toEqual({ amountMicros, currency: 'USD', resetsAtMs });
  });
});
