import { QueryClient, type QueryMeta, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRefresher, isChanged } from '../../src/data/refresh.ts';

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
  const read = [['orders', 'one', 'o1'], ['sales', 'stats'], ['own-listings', 'all'], ['api-keys']];
  const kept = [['order-pages', {}], ['sales-pages', {}], ['session'], ['device-logins', 'ABCD']];
  expect(read.every((key) => isChanged(key, gap))).toBe(true);
  expect(kept.some((key) => isChanged(key, gap))).toBe(false);
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const all = () => true;

const openClient = () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.mount();
  return client;
};

/** A query that a page shows, and when it was read. */
async function show(
  read: () => Promise<unknown>,
  meta: QueryMeta = {},
  client = openClient(),
  noun = 'orders',
) {
  const atMs: number[] = [];
  const startMs = Date.now();
  const observer = new QueryObserver(client, {
    queryKey: [noun],
    meta,
    queryFn() {
      atMs.push(Date.now() - startMs);
      return read();
    },
  });
  observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  const refresher = createRefresher(client);
  atMs.length = 0;
  return { atMs, changed: refresher.changed };
}

describe('after changes', () => {
  it('a query is read at once, then once a second, and once after the last', async () => {
    const { atMs, changed } = await show(async () => null);
    for (let ms = 0; ms < 2_500; ms += 2) {
      changed(all);
      await vi.advanceTimersByTimeAsync(2);
    }
    await vi.advanceTimersByTimeAsync(60_000);
    expect(atMs).toEqual([0, 1_000, 2_000, 3_000]);
  });

  it('a query that is being read is read again afterwards, and never interrupted', async () => {
    const { atMs, changed } = await show(
      () => new Promise((resolve) => setTimeout(() => resolve(null), 1_500)),
    );
    await vi.advanceTimersByTimeAsync(1_500);
    const firstMs = 1_500;
    changed(all);
    await vi.advanceTimersByTimeAsync(100);
    changed(all);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(atMs).toEqual([firstMs, firstMs + 2_000]);
  });

  it('figures are read when the server has counted what happened', async () => {
    const { atMs, changed } = await show(async () => null, { settlesMs: 3_000 });
    changed(all);
    await vi.advanceTimersByTimeAsync(2_000);
    changed(all);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(atMs).toEqual([3_000, 6_000]);
  });

  it('a query does not wait for another that is read later', async () => {
    const client = openClient();
    const figures = await show(async () => null, { settlesMs: 3_000 }, client, 'figures');
    const { atMs, changed } = await show(async () => null, {}, client);
    changed(({ queryKey }) => queryKey[0] === 'figures');
    changed(all);
    await vi.advanceTimersByTimeAsync(1_500);
    changed(all);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(atMs).toEqual([0, 1_500]);
    expect(figures.atMs).toEqual([3_000, 6_000]);
  });

  it('what was read just now is read again later, if nothing is known to have changed', async () => {
    const { atMs, changed } = await show(async () => null);
    changed(all, false);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(atMs).toEqual([1_000]);
  });
});
