import { describe, expect, it } from 'vitest';
import {
  budgetChange,
  budgetIn,
  budgetInput,
  budgetInWords,
  budgetProblems,
  fieldsOf,
  NEW_BUDGET,
  otherRules,
} from '../../../src/pages/keys/words.ts';
import { keyForListingPath } from '../../../src/data/address.ts';
import { spentOf } from '../../../src/data/key-words.ts';

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
  [null, 'no spending limit'],
  [DAILY, '$5.00 per day'],
  [{ ...DAILY, period: 'none', maxPrice: 0.05 } as const, '$5.00 · at most $0.05 per order'],
  [{ ...RULES, listings: ['Rates'] }, 'only Rates'],
  [{ ...RULES, listings: ['Rates', 'Tides'] }, 'only Rates and Tides'],
  [{ ...RULES, listings: ['Rates', 'Tides', 'Text', 'Maps'] }, 'only Rates, Tides and 2 others'],
  [{ ...RULES, currency: 'EUR' }, 'only orders in EUR'],
])('budget %j is “%s”', (budget, words) => {
  expect(budgetInWords(budget, budget?.listings ?? [])).toBe(words);
});

it('a currency is named only where no amount has it', () => {
  expect(otherRules(DAILY, [])).toEqual([]);
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
});

const DAILY_INPUT = {
  limit: 5,
  currency: 'USD',
  period: 'day',
  maxPrice: null,
  listings: null,
} as const;

describe('the budget that a form sends', () => {
  it('has null for each rule that was left empty', () => {
    expect(budgetInput({ ...NEW_BUDGET, limit: ' 5 ' })).toEqual(DAILY_INPUT);
    expect(budgetInput({ ...NEW_BUDGET, currency: '', listings: ['rates'] })).toEqual({
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
    ['without an amount', {}, true],
    ['of blanks', { limit: ' ', maxPrice: '  ' }, true],
    ['with allowed listings only', { listings: ['rates'] }, true],
    ['with a text that is no amount', { limit: 'five' }, true],
    ['with a limit', { limit: '5' }, false],
    ['of nothing', { limit: '0' }, false],
    ['with a maximum price', { maxPrice: '0.05' }, false],
  ])('%s: %j is refused: %s', (_, fields, isRefused) => {
    expect(budgetProblems({ ...NEW_BUDGET, ...fields }) !== undefined).toBe(isRefused);
  });

  it('is not a problem for a key without a budget', () => {
    expect(budgetProblems(undefined)).toBeUndefined();
  });
});

describe('the budget of a key that a listing asks for', () => {
  it('allows that listing at its price, and is a budget that can be created', () => {
    const path = keyForListingPath('geo', { amount: 0.05, currency: 'EUR' });
    const fields = budgetIn(new URL(path, 'http://mkt').searchParams);
    expect(budgetProblems(fields)).toBeUndefined();
    expect(budgetInput(fields)).toMatchObject({
      maxPrice: 0.05,
      currency: 'EUR',
      listings: ['geo'],
    });
  });

  it.each(['maxPrice=0.05&currency=XXX', 'maxPrice=-1&currency=EUR', 'maxPrice=much', ''])(
    'has no price that the form could not have: “%s”',
    (query) => {
      const fields = budgetIn(new URLSearchParams(`new=&listing=geo&${query}`));
      expect(fields).toEqual({ ...NEW_BUDGET, listings: ['geo'] });
    },
  );

  it('is that of every new key without a listing', () => {
    expect(budgetIn(new URLSearchParams('new=&maxPrice=1&currency=EUR'))).toEqual(NEW_BUDGET);
  });
});
