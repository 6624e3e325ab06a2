import { describe, expect, it } from 'vitest';
import {
  budgetChange,
  budgetInput,
  budgetProblem,
  fieldsOf,
  NEW_BUDGET,
} from '../../../src/pages/keys/words.ts';

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
    ['with a limit', { limit: '5' }, false],
    ['of nothing', { limit: '0' }, false],
    ['with a maximum price', { maxPrice: '0.05' }, false],
  ])('%s: %j is refused: %s', (_, fields, isRefused) => {
    expect(budgetProblem({ ...NEW_BUDGET, ...fields }) !== undefined).toBe(isRefused);
  });

  it('is no problem of a key without a budget', () => {
    expect(budgetProblem(undefined)).toBeUndefined();
  });
});
