import { expect, it } from 'vitest';
import { isChanged } from '../../src/data/changed-queries.ts';

const ORDER = { type: 'order.updated', id: 'o1' } as const;

it('an order changes the newest orders, their figures, the budgets of keys, and itself, but no other order', () => {
  const keys = [
    ['orders', 'newest', {}],
    ['orders', 'stats', {}],
    ['api-keys'],
    ['orders', 'one', 'o1'],
    ['orders', 'one', 'o2'],
    ['order-pages', {}],
    ['sales', 'newest', {}],
  ];
  expect(keys.filter((key) => isChanged(key, ORDER))).toEqual(keys.slice(0, 4));
});

it('after a gap everything may have changed, but not loaded pages, the session or a guessed code', () => {
  const gap = { type: 'resync', id: null } as const;
  const read = [['orders', 'one', 'o1'], ['sales', 'stats'], ['providers', 'own'], ['api-keys']];
  const kept = [['order-pages', {}], ['sales-pages', {}], ['session'], ['device-logins', 'ABCD']];
  expect(read.every((key) => isChanged(key, gap))).toBe(true);
  expect(kept.some((key) => isChanged(key, gap))).toBe(false);
});
