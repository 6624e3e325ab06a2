import { expect } from 'vitest';
import { Refusal } from '../../src/market/refusal.ts';

/** The refusal that a rule throws; fails the test if it throws none. */
export function refused(rule: () => unknown): Refusal {
  try {
    rule();
  } catch (error) {
    expect(error).toBeInstanceOf(Refusal);
    return error as Refusal;
  }
  throw new Error('It was not refused.');
}
