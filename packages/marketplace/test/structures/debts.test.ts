import { describe, expect, it, vi } from 'vitest';
import { createDebts } from '../../src/structures/counters.ts';
import { createStillClock } from '../still-clock.ts';

const KIB = 1024;

function open() {
  const clock = createStillClock();
  const onPaid = vi.fn<() => void>();
  const debts = createDebts({ perSecond: 1_000 * KIB, burst: 4_000 * KIB, clock, onPaid });
  return { ...debts, clock, onPaid, move: clock.move };
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

  it('report once that enough is paid, however often the name was added to', () => {
    const debts = open();
    debts.add('ann', 5_000 * KIB);
    debts.add('ann', 1_000 * KIB);
    debts.move(1_999);
    expect(debts.onPaid).not.toHaveBeenCalled();
    debts.move(1);
    expect(debts.onPaid).toHaveBeenCalledOnce();
    debts.move(60_000);
    expect(debts.onPaid).toHaveBeenCalledOnce();
  });

  it('report it although a timer fired early', () => {
    const debts = open();
    const { after } = debts.clock;
    debts.clock.after = (ms, callback) => after(ms - 0.5, callback);
    debts.add('ann', 5_000 * KIB);
    debts.move(999.5);
    expect(debts.onPaid).not.toHaveBeenCalled();
    debts.move(0.5);
    expect(debts.onPaid).toHaveBeenCalledOnce();
  });

  it('wait for no payment once they are closed', () => {
    const debts = open();
    debts.add('ann', 5_000 * KIB);
    debts.close();
    debts.move(60_000);
    expect(debts.onPaid).not.toHaveBeenCalled();
  });
});
