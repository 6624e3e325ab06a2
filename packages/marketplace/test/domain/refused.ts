import { expect } from 'vitest';
import { Refusal } from '../../src/domain/refusal.ts';

/** What a rule refuses with; fails when it does not refuse. */
export function refused(rule: () => unknown): Refusal {
  try {
    rule();
  } catch (error) {
    expect(error).toBeInstanceOf(Refusal);
    return error as Refusal;
  }
  throw new Error('It was not refused.');
}
