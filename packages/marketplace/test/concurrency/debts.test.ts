import { describe, expect, it } from 'vitest';
import { createDebts } from '../../src/concurrency/debts.ts';

const KIB = 1024;

function open() {
  let nowMs = 0;
  const debts = createDebts({ perSecond: 1_000 * KIB, burst: 4_000 * KIB, nowMs: () => nowMs });
  return { ...debts, move: (ms: number) => (nowMs += ms) };
}

describe('debts', () => {
  it('have no effect up to the burst', () => {
    const debts = open();
    for (let n = 0; n < 8; n++) debts.add('ann', 500 * KIB);
    expect(debts.waitMs('ann')).toBe(0);
    debts.add('ann', 500 * KIB);
    expect(debts.waitMs('ann')).toBe(500);
    expect(debts.waitMs('ben')).toBe(0);
  });

  it('are paid back at the rate', () => {
    const debts = open();
    debts.add('ann', 7_000 * KIB);
    expect(debts.waitMs('ann')).toBe(3_000);
    debts.move(2_000);
    expect(debts.waitMs('ann')).toBe(1_000);
    debts.add('ann', 2_000 * KIB);
    expect(debts.waitMs('ann')).toBe(3_000);
    debts.move(60_000);
    debts.add('ann', 4_000 * KIB);
    expect(debts.waitMs('ann')).toBe(0);
  });

  it('do not count ordinary amounts, however many there are', () => {
    const debts = open();
    for (let n = 0; n < 10_000; n++) debts.add('ann', 4 * KIB);
    expect(debts.waitMs('ann')).toBe(0);
  });
});
