import type { Order, Page } from '@mkt/client';
import { expect, test } from 'vitest';
import { withNewest, withSettled } from '../../src/data/paged-orders.ts';

const order = (id: string, orderState = 'completed') => ({ id, orderState }) as Order;
const page = (...data: Order[]): Page<Order> => ({ data, nextCursor: 'more' });
const idsOf = (list: readonly Order[] | 'gap') =>
  list === 'gap' ? list : list.map(({ id }) => id);

const LOADED = [page(order('5', 'running'), order('4')), page(order('3'), order('2'))];

test('new orders come first, each order once and as it was last read', () => {
  const merged = withNewest(page(order('6'), order('5', 'completed')), LOADED);
  expect(idsOf(merged)).toEqual(['6', '5', '4', '3', '2']);
  expect(merged[1]).toMatchObject({ id: '5', orderState: 'completed' });
});

test('without the newest page the loaded ones are shown', () => {
  expect(idsOf(withNewest(undefined, LOADED))).toEqual(['5', '4', '3', '2']);
});

test('says when more orders were placed than the newest page has', () => {
  expect(withNewest(page(order('9'), order('8')), LOADED)).toBe('gap');
});

test('a last page has no gap after it', () => {
  const newest = { data: [order('9')], nextCursor: null };
  expect(idsOf(withNewest(newest, [page()]))).toEqual(['9']);
});

test('orders that have settled stay where they were shown, in their new state', () => {
  const shown = [order('4', 'running'), order('3', 'running'), order('2', 'pending')];
  const open = [order('5', 'pending'), order('4', 'running')];
  const { orders, settled, newer } = withSettled(shown, open, [order('3', 'failed')]);
  // Nothing is known of order 2 but that it is no longer open.
  expect(orders.map(({ id, orderState }) => `${id} ${orderState}`)).toEqual([
    '4 running',
    '3 failed',
    '2 pending',
  ]);
  expect([...settled]).toEqual(['3', '2']);
  expect(newer).toBe(1);
});
