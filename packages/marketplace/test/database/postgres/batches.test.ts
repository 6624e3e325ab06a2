// The operations of the activation path run in batches on Postgres, with the results of single runs.
import { randomBytes } from 'node:crypto';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { StorageUnavailable } from '../../../src/market/refusal.ts';
import type { BatchedOperation } from '../../../src/database/engine.ts';
import { SingleStatement } from '../../../src/database/operation.ts';
import { createBatches } from '../../../src/database/postgres/batches.ts';
import { openPostgres } from '../../../src/database/postgres/engine.ts';
import { createSealing } from '../../../src/database/sealing.ts';
import { createStore } from '../../../src/server/context.ts';
import { newDatabase } from '../../postgres/databases.ts';
import { COMPLETED, FAILED, newId, newOrder, published } from '../samples.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);

/** A store on the server's own clock, as in production. */
async function openStore() {
  const { engine, close } = openPostgres({ url: await newDatabase(), connections: 8 });
  onTestFinished(close);
  return createStore({ engine, sealing: createSealing([randomBytes(32)]) });
}

const placedOf = (inserted: { kind: string }) => inserted.kind === 'inserted';

describe('orders that are placed concurrently', () => {
  it('are all stored as given and as returned', async () => {
    const store = await openStore();
    const { id: listingId } = await published(store);
    const orders = await Promise.all(
      numbers(250).map(async (n) => ({
        ...(await newOrder(store, { listingId, leaseOwner: n % 3 === 0 ? null : 'this' })),
        requestJson: JSON.stringify({ n, text: `{"quoted", \\ and 'more'}` }),
      })),
    );
    const inserted = await Promise.all(orders.map((order) => store.orders.insert(order)));
    for (const [n, each] of inserted.entries()) {
      const order = each.kind === 'inserted' ? each.order : undefined;
      expect(order).toMatchObject({
        id: orders[n]?.id,
        requestJson: orders[n]?.requestJson,
        state: n % 3 === 0 ? 'pending' : 'running',
      });
      expect(await store.orders.find(order?.id ?? '')).toEqual(order);
    }
  });

  it('orders with one idempotency key are stored once, and the others return that order', async () => {
    const store = await openStore();
    const { id: listingId } = await published(store);
    const idempotency = { key: 'once', bodyHash: randomBytes(32) };
    const base = await newOrder(store, { listingId });
    const all = await Promise.all(
      numbers(40).map((n) =>
        store.orders.insert({
          ...base,
          id: newId(),
          idempotency: n === 20 ? { ...idempotency, bodyHash: randomBytes(32) } : idempotency,
        }),
      ),
    );
    const [first, ...more] = all.filter(placedOf);
    expect(more).toEqual([]);
    const orderId = first?.kind === 'inserted' ? first.order.id : '';
    const others = all.filter((each) => each !== first);
    expect(others).toHaveLength(39);
    expect(others.every((each) => each.kind === 'replayed' && each.orderId === orderId)).toBe(true);
    expect(others.filter((each) => each.kind === 'replayed' && !each.sameBody)).toHaveLength(1);
    expect(await store.orders.findReplay(base.buyerId, 'once', idempotency.bodyHash)).toEqual({
      orderId,
      sameBody: true,
    });
  });

  it('orders with different keys or none are all stored, even by several processes', async () => {
    const url = await newDatabase();
    const stores = numbers(2).map(() => {
      const { engine, close } = openPostgres({ url, connections: 8 });
      onTestFinished(close);
      return createStore({ engine, sealing: createSealing([Buffer.alloc(32)]) });
    });
    const [one] = stores;
    if (!one) throw new Error('There is no store.');
    const { id: listingId } = await published(one);
    const base = await newOrder(one, { listingId });
    // Both processes take the same keys in opposite order: one of each pair wins.
    const outcomes = await Promise.all(
      stores.flatMap((store, which) =>
        numbers(200)
          .map((n) => (which === 0 ? n : 199 - n))
          .map((n) =>
            store.orders.insert({
              ...base,
              id: newId(),
              idempotency: { key: `key-${n}`, bodyHash: Buffer.alloc(32, n) },
            }),
          ),
      ),
    );
    expect(outcomes.filter(placedOf)).toHaveLength(200);
  });
});

describe('orders that settle concurrently', () => {
  it('are each settled with their own outcome; of two outcomes one is written', async () => {
    const store = await openStore();
    const { id: listingId } = await published(store);
    const orders = await Promise.all(
      numbers(150).map(async () => {
        const inserted = await store.orders.insert(await newOrder(store, { listingId }));
        if (inserted.kind !== 'inserted') throw new Error('The order was a replay.');
        return inserted.order;
      }),
    );
    const returned = await Promise.all(
      orders.flatMap((order, n) => [
        store.orders.settle(order, n % 5 === 0 ? 'another' : 'this', n % 2 ? COMPLETED : FAILED),
        store.orders.settle(order, 'this', FAILED),
      ]),
    );
    for (const [n, order] of orders.entries()) {
      const stored = await store.orders.find(order.id);
      expect(stored?.state).not.toBe('running');
      // The owner of the lease settles it, with the first of two outcomes.
      const byOwner = n % 5 !== 0;
      expect(stored?.state).toBe(byOwner && n % 2 ? 'completed' : 'failed');
      const expected = byOwner ? [stored, undefined] : [undefined, stored];
      expect([returned[2 * n], returned[2 * n + 1]]).toEqual(expected);
    }
  });
});

describe('concurrent lookups', () => {
  it('each find their row, by id and by slug', async () => {
    const store = await openStore();
    const listings = await Promise.all(numbers(12).map(() => published(store)));
    const refs = listings.flatMap(({ id, slug }) => [id, slug, newId()]);
    const found = await Promise.all(refs.map((ref) => store.orders.target(ref)));
    expect(found.map((target) => target?.listingId)).toEqual(
      listings.flatMap(({ id }) => [id, id, undefined]),
    );
  });
});

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('a batch', () => {
  const kind: BatchedOperation<number, number> = {
    kind: 'write',
    one: (_, n) => new SingleStatement({ sql: '', parameters: [n] }, () => n),
    many: (_, all) => new SingleStatement({ sql: '', parameters: all }, () => [...all]),
    sizeOf: (n) => (n === 7 ? 2 * 1024 * 1024 : 1),
  };

  function open(run: (all: number[]) => Promise<number[]>) {
    const batches: number[][] = [];
    const batch = createBatches(async (_kind, all) => {
      batches.push(all as number[]);
      return (await run(all as number[])) as never;
    });
    return { batches, request: (n: number) => batch(kind, n) };
  }

  it('contains the requests of a turn, up to a hundred', async () => {
    const { batches, request } = open((all) => Promise.resolve(all));
    expect(await Promise.all(numbers(150).map((n) => request(n + 10)))).toEqual(
      numbers(150).map((n) => n + 10),
    );
    expect(batches.map((all) => all.length)).toEqual([100, 50]);
  });

  it('ends before a large request, which is sent alone if necessary', async () => {
    const { batches, request } = open((all) => Promise.resolve(all));
    await Promise.all(numbers(10).map(request));
    expect(batches).toEqual([numbers(7), [7], [8, 9]]);
  });

  it('gathers requests while another batch is in flight', async () => {
    const waiting: (() => void)[] = [];
    const { batches, request } = open(
      (all) => new Promise((resolve) => waiting.push(() => resolve(all))),
    );
    const results: Promise<number>[] = [];
    for (const n of numbers(6)) {
      results.push(request(n));
      await turn();
    }
    expect(batches).toEqual([[0]]);
    waiting.shift()?.();
    await results[0];
    await turn();
    expect(batches).toEqual([[0], [1, 2, 3, 4, 5]]);
    for (const go of waiting) go();
    expect(await Promise.all(results)).toEqual(numbers(6));
  });

  it('does not wait for a slow one', async () => {
    const { batches, request } = open((all) =>
      all.includes(0) ? new Promise(() => undefined) : Promise.resolve(all),
    );
    void request(0);
    await turn();
    expect(await request(1)).toBe(1);
    expect(batches).toEqual([[0], [1]]);
  });

  it('a batch that fails is repeated one by one, so that only the bad request fails', async () => {
    const { batches, request } = open((all) =>
      all.includes(3) ? Promise.reject(new Error('bad 3')) : Promise.resolve(all),
    );
    const outcomes = await Promise.allSettled(numbers(6).map(request));
    expect(outcomes.map(({ status }) => status === 'rejected')).toEqual(
      numbers(6).map((n) => n === 3),
    );
    expect(batches).toHaveLength(7);
  });

  it('fails as a whole and is not repeated when the database is unavailable', async () => {
    const { batches, request } = open(() =>
      Promise.reject(new StorageUnavailable(new Error('unavailable'))),
    );
    const outcomes = await Promise.allSettled(numbers(6).map(request));
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
    expect(batches).toHaveLength(1);
  });

  it('fails with the one before it after waiting for an unavailable database', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const fail: ((error: Error) => void)[] = [];
    const { batches, request } = open(() => new Promise((_, reject) => fail.push(reject)));
    const first = request(0).catch(() => 'unavailable');
    // The maximum number of slow batches.
    for (const n of [1, 2, 3]) {
      await turn();
      vi.advanceTimersByTime(101);
      void request(n).catch(() => undefined);
    }
    await turn();
    const old = request(4).catch(() => 'unavailable too');
    vi.advanceTimersByTime(5_001);
    void request(5).catch(() => undefined);
    fail[0]?.(new StorageUnavailable(new Error('unavailable')));
    expect(await Promise.all([first, old])).toEqual(['unavailable', 'unavailable too']);
    await turn();
    expect(batches).toEqual([[0], [1], [2], [3], [5]]);
  });
});
