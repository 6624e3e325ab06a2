import { memoryReplayStore } from '@mkt/seller-kit';
import { describe, expect, it } from 'vitest';

describe('the replay store in memory', () => {
  function storeWithClock(options: { windowMs: number; maxEntries?: number }) {
    const clock = { nowMs: 1_000_000 };
    return { clock, store: memoryReplayStore({ ...options, now: () => clock.nowMs }) };
  }

  it('remembers an order for the whole window', () => {
    const { clock, store } = storeWithClock({ windowMs: 600_000 });
    expect(store.add('a')).toBe(true);
    clock.nowMs += 599_999;
    expect(store.add('b')).toBe(true);
    expect(store.add('a')).toBe(false);
    clock.nowMs += 1;
    expect(store.add('c')).toBe(true);
    expect(store.add('a')).toBe(false);
    expect(store.add('b')).toBe(false);
  });

  it('remembers an order from the end of a window for one more window', () => {
    const { clock, store } = storeWithClock({ windowMs: 600_000 });
    clock.nowMs += 599_999;
    expect(store.add('late')).toBe(true);
    for (let minute = 0; minute < 10; minute++) {
      clock.nowMs += 60_000;
      store.add(`other ${minute}`);
      expect(store.add('late')).toBe(false);
    }
  });

  it('forgets what is older than two windows', () => {
    const { clock, store } = storeWithClock({ windowMs: 600_000 });
    store.add('a');
    clock.nowMs += 1_200_000;
    expect(store.add('a')).toBe(true);
  });

  it('remembers when the clock is set back', () => {
    const { clock, store } = storeWithClock({ windowMs: 600_000 });
    store.add('a');
    clock.nowMs -= 3_600_000;
    expect(store.add('a')).toBe(false);
  });

  it('holds at most maxEntries, and forgets the oldest first', () => {
    const { store } = storeWithClock({ windowMs: 600_000, maxEntries: 100 });
    for (let i = 0; i < 150; i++) expect(store.add(`order ${i}`)).toBe(true);
    expect(store.add('order 149')).toBe(false);
    expect(store.add('order 110')).toBe(false);
    expect(store.add('order 10')).toBe(true);
  });
});
