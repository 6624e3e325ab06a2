import type { KeyScope } from '@mkt/protocol';
import { describe, expect, it } from 'vitest';
import {
  budgetChange,
  budgetFor,
  budgetInput,
  budgetInWords,
  budgetProblems,
  fieldsOf,
  isUnlimited,
  NEW_BUDGET,
  otherRules,
  riskiestFirst,
} from '../../src/data/budget-words.ts';
import { spentOf } from '../../src/data/key-words.ts';

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
  [null, 'any amount'],
  [DAILY, 'up to $5.00 per day'],
  [{ ...DAILY, limit: 0 } as const, 'nothing: only free listings can be called'],
  [
    { ...DAILY, period: 'none', maxPrice: 0.05 } as const,
    'up to $5.00 in total, at most $0.05 per order',
  ],
  [{ ...DAILY, listings: ['Rates'] }, 'up to $5.00 per day, only for Rates'],
  [{ ...RULES, listings: ['Rates', 'Tides'] }, 'any amount, only for Rates and Tides'],
  [
    { ...RULES, listings: ['Rates', 'Tides', 'Text', 'Maps'] },
    'any amount, only for Rates, Tides and 2 others',
  ],
  [{ ...RULES, currency: 'EUR' }, 'any amount, only for orders in EUR'],
])('with budget %j a key can spend “%s”', (budget, words) => {
  expect(budgetInWords(budget, budget?.listings ?? [])).toBe(`It can spend ${words}.`);
});

it('a currency is named only where no amount has it', () => {
  expect(otherRules(DAILY, [])).toEqual({ price: undefined, listings: [] });
});

it('what is spent has the decimals of an amount', () => {
  expect(spentOf({ ...DAILY, limit: 0.3 }, left(0.1))).toEqual({
    amount: 0.2,
    limit: 0.3,
    text: '$0.20 of $0.30 today',
  });
});

it('says when nothing is left, although more may have been spent', () => {
  expect(spentOf(DAILY, left(0))).toMatchObject({
    amount: 5,
    text: '$5.00 of $5.00 today, used up',
  });
});

it('without a limit, nothing is measured', () => {
  expect(spentOf(RULES, null)).toBeUndefined();
  expect(spentOf({ ...DAILY, limit: 0 }, left(0))).toBeUndefined();
});

const DAILY_INPUT = {
  limit: 5,
  currency: 'USD',
  period: 'day',
  maxPrice: null,
  listings: null,
} as const;

it('a first key may spend little, and one for a listing enough for a call, in its currency', () => {
  expect(budgetInput(NEW_BUDGET)).toEqual(DAILY_INPUT);
  const budgetOf = (amount: number, currency: string) =>
    budgetInput(budgetFor({ id: 'rates', price: { amount, currency, unit: 'call' } }));
  expect(budgetOf(0.02, 'EUR')).toEqual({ ...DAILY_INPUT, currency: 'EUR', listings: ['rates'] });
  expect(budgetOf(12.5, 'USD')).toMatchObject({ limit: 12.5 });
});

describe('the budget that a form sends', () => {
  it('has null for each rule that was left empty', () => {
    expect(budgetInput({ ...NEW_BUDGET, limit: ' 5 ' })).toEqual(DAILY_INPUT);
    expect(budgetInput({ ...NEW_BUDGET, limit: '', currency: '', listings: ['rates'] })).toEqual({
      limit: null,
      currency: null,
      period: 'day',
      maxPrice: null,
      listings: ['rates'],
    });
    expect(budgetInput(undefined)).toBeNull();
  });

  it('is the budget of the key again if nothing was typed', () => {
    expect(budgetInput(fieldsOf(DAILY_INPUT))).toEqual(DAILY_INPUT);
    expect(budgetChange(fieldsOf(DAILY_INPUT), fieldsOf(DAILY_INPUT))).toBeUndefined();
  });
});

describe('the change that a form sends', () => {
  const before = { ...NEW_BUDGET, limit: '5', maxPrice: '0.05' };

  it('has only the rules that differ', () => {
    expect(budgetChange(before, { ...before, limit: '10', maxPrice: '' })).toEqual({
      limit: 10,
      maxPrice: null,
    });
    expect(budgetChange(before, { ...before, limit: '5.0' })).toBeUndefined();
  });

  it('is the whole budget for a key without one, and null to remove it', () => {
    expect(budgetChange(undefined, { ...NEW_BUDGET, limit: '5' })).toEqual(DAILY_INPUT);
    expect(budgetChange(before, undefined)).toBeNull();
    expect(budgetChange(undefined, undefined)).toBeUndefined();
  });
});

describe('a budget that limits nothing', () => {
  it.each([
    ['without an amount', { limit: '' }, true],
    ['of blanks', { limit: ' ', maxPrice: '  ' }, true],
    ['with allowed listings only', { limit: '', listings: ['rates'] }, true],
    ['with a text that is no amount', { limit: 'five' }, true],
    ['with a limit', { limit: '5' }, false],
    ['of nothing', { limit: '0' }, false],
    ['with a maximum price', { limit: '', maxPrice: '0.05' }, false],
  ])('%s: %j is refused: %s', (_, fields, isRefused) => {
    expect(budgetProblems({ ...NEW_BUDGET, ...fields }) !== undefined).toBe(isRefused);
  });

  it('is not a problem for a key without a budget', () => {
    expect(budgetProblems(undefined)).toBeUndefined();
  });
});

it('a key that can spend has no limit if only its single orders have one', () => {
  const reads: KeyScope[] = ['order:read'];
  expect(isUnlimited({ scopes: ['*'], budget: null })).toBe(true);
  expect(isUnlimited({ scopes: ['*'], budget: { ...DAILY, limit: null, maxPrice: 0.05 } })).toBe(
    true,
  );
  expect(isUnlimited({ scopes: ['*'], budget: DAILY })).toBe(false);
  expect(isUnlimited({ scopes: reads, budget: null })).toBe(false);
});

it('what could do most in the wrong hands comes first, and the others stay in their order', () => {
  const buys: KeyScope[] = ['order:create'];
  const limited = {
    limit: 5,
    currency: 'USD',
    period: 'day',
    maxPrice: null,
    listings: null,
  } as const;
  const keys = [
    { name: 'newest', scopes: buys, budget: limited, expiresAt: null },
    { name: 'ends', scopes: buys, budget: null, expiresAt: '2027-01-01T00:00:00Z' },
    { name: 'reads', scopes: ['order:read'] as KeyScope[], budget: null, expiresAt: null },
    { name: 'buys', scopes: buys, budget: null, expiresAt: null },
    { name: 'everything', scopes: ['*'] as KeyScope[], budget: null, expiresAt: null },
  ];
  expect(riskiestFirst(keys).map(({ name }) => name)).toEqual([
    'everything',
    'buys',
    'ends',
    'newest',
    'reads',
  ]);
});
