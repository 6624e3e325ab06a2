// docs/buy/spending.md#statistics: every settled order is counted exactly once, on either engine.
import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../src/market/caller.ts';
import { countOrders, createCounter } from '../../src/stats/count-orders.ts';
import {
  durationBucket,
  noCounts,
  startOf,
  type StatsCounts,
  type StatsRange,
} from '../../src/stats/stats.ts';
import type { Store } from '../../src/server/context.ts';
import { createStillClock } from '../still-clock.ts';
import { ENGINES } from '../database/engines.ts';
import { manyOrders } from '../database/many-rows.ts';
import {
  COMPLETED,
  FAILED,
  newAccount,
  newId,
  placed,
  published,
  settled,
} from '../database/samples.ts';
import type { StatsPeriod } from '../../src/database/tables.ts';
import { contextOf } from '../context-of.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A day in which the clock of these tests starts. */
const START_MS = Date.UTC(2026, 10, 21);
const NO_SELLERS = new Map<string, string>();
const NEVER = new AbortController().signal;

const count = (store: Store) =>
  countOrders(contextOf({ store, clock: createStillClock(), ending: NEVER }));

type Query = Pick<StatsRange, 'side' | 'accountId'> & Partial<StatsRange>;

const read = (store: Store, query: Query) =>
  store.stats.read(
    { period: 'hour', fromMs: START_MS - DAY_MS, toMs: START_MS + 3 * DAY_MS, ...query },
    OPERATOR,
  );

/** The counts of the only hour that has any. */
async function only(store: Store, query: Query): Promise<StatsCounts | undefined> {
  const found = await read(store, query);
  expect(found.length).toBeLessThan(2);
  return found[0]?.counts;
}

/** How many orders are counted for a buyer. */
async function bought(store: Store, accountId: string): Promise<number> {
  let calls = 0;
  for (const { counts } of await read(store, { side: 'orders', accountId })) {
    const failed = Object.values(counts.failures).reduce((sum, each) => sum + each, 0);
    calls += counts.completed + failed;
  }
  return calls;
}

describe.each(ENGINES)('the statistics on $name', ({ open, openShared }) => {
  it('count an order for its buyer and its seller, by hour and day, for its listing and all', async () => {
    const { store, clock } = await open();
    const buyerId = await newAccount(store);
    const accountId = await newAccount(store);
    const { id } = await published(store, { accountId, priceMicros: 20_000 });
    const { id: other } = await published(store, { accountId, priceMicros: 1 });
    const running = await placed(store, { listingId: id, buyerId });
    clock.move(100);
    await store.orders.settle(running, 'this', { ...COMPLETED, outputValid: true } as never);
    await settled(store, { listingId: id, buyerId, settlement: FAILED });
    await settled(store, { listingId: other, buyerId });
    await count(store);
    const ofListing = {
      ...noCounts(),
      completed: 1,
      failures: { seller_status: 1 },
      amounts: { USD: '20000' },
      durations: { first: durationBucket(100), counts: [1] },
      valid: 1,
    };
    for (const period of ['hour', 'day'] as const) {
      for (const query of [
        { side: 'orders', accountId: buyerId, period },
        { side: 'sales', accountId, period },
      ] as const) {
        const startMs = startOf(clock.now(), period);
        expect(await read(store, { ...query, listingRef: id })).toEqual([
          { startMs, counts: ofListing },
        ]);
        expect(await only(store, query)).toMatchObject({
          completed: 2,
          amounts: { USD: '20001' },
          unchecked: 1,
        });
      }
    }
    expect(await read(store, { side: 'sales', accountId: buyerId })).toEqual([]);
  });

  it('take a slug for a listing, and have nothing for an unknown one', async () => {
    const { store } = await open();
    const accountId = await newAccount(store);
    const { id, slug } = await published(store, { accountId });
    await settled(store, { listingId: id });
    await count(store);
    expect(await read(store, { side: 'sales', accountId, listingRef: slug })).toHaveLength(1);
    expect(await read(store, { side: 'sales', accountId, listingRef: 'unknown' })).toEqual([]);
  });

  it('count every order once, however often and from wherever they are counted', async () => {
    const { store } = await openShared();
    const buyerId = await newAccount(store);
    const { id: listingId } = await published(store);
    for (let round = 1; round <= 3; round++) {
      await settled(store, { listingId, buyerId });
      await settled(store, { listingId, buyerId, settlement: FAILED });
      await Promise.all([count(store), count(store), count(store)]);
      await count(store);
      expect(await bought(store, buyerId)).toBe(2 * round);
    }
  });

  it('count nothing twice when the position has moved meanwhile', async () => {
    const { store } = await open();
    const buyerId = await newAccount(store);
    await settled(store, { buyerId });
    const from = await store.stats.position();
    const next = await store.stats.next({ after: from, until: undefined });
    if (!next) throw new Error('The log is empty.');
    const counter = createCounter();
    for (const group of next.groups) counter.add(group);
    const part = {
      from,
      to: { ...next.to, batch: null },
      rows: counter.rows(),
      sellers: NO_SELLERS,
    };
    expect(await store.stats.add(part)).toBe(true);
    expect(await store.stats.add(part)).toBe(false);
    expect(await bought(store, buyerId)).toBe(1);
    expect(await store.stats.next({ after: next.to, until: undefined })).toBeUndefined();
    expect(await store.stats.hasUncounted()).toBe(false);
  });

  it('store no counts without their position', async () => {
    const { store, sql, clock } = await open();
    const buyerId = await newAccount(store);
    await settled(store, { buyerId });
    const broken: Store['stats'] = {
      ...store.stats,
      add: ({ rows, ...move }) =>
        store.stats.add({ ...move, rows: [...rows, { ...rows[0], period: null } as never] }),
    };
    await expect(
      countOrders(contextOf({ store: { ...store, stats: broken }, clock, ending: NEVER })),
    ).rejects.toThrow();
    expect(await sql('SELECT * FROM stats')).toEqual([]);
    expect(await store.stats.hasUncounted()).toBe(true);
    await count(store);
    expect(await bought(store, buyerId)).toBe(1);
  });

  it('have orders that no response settled', async () => {
    const { store, clock } = await open();
    const buyerId = await newAccount(store);
    await placed(store, { leaseOwner: null, buyerId });
    clock.move(DAY_MS);
    await store.orders.expireWaiting();
    await count(store);
    expect(await only(store, { side: 'orders', accountId: buyerId })).toEqual({
      ...noCounts(),
      failures: { expired: 1 },
    });
  });

  it('catch up with thousands of orders, in transactions of a bounded number of rows', async () => {
    const { store, engine, clock } = await open();
    const buyerId = newId();
    // They settled together, with the same number: the log continues by their ids.
    await manyOrders(engine, { count: 9_000, buyerId, listingId: newId(), endMs: clock.now() });
    const others = Array.from({ length: 70 }, () => newId());
    const { id: listingId } = await published(store);
    for (const buyer of others) await settled(store, { listingId, buyerId: buyer });
    const written: number[] = [];
    const stats: Store['stats'] = {
      ...store.stats,
      add: (part) => {
        written.push(part.rows.length);
        return store.stats.add(part);
      },
    };
    await countOrders(contextOf({ store: { ...store, stats }, clock, ending: NEVER }));
    // The first batch has orders of one buyer, the second one of all.
    expect(written).toEqual([9, 256, expect.any(Number)]);
    expect(await bought(store, buyerId)).toBe(9_000);
    for (const buyer of others) expect(await bought(store, buyer)).toBe(1);
  });

  it.each([1, 2])('continue a batch that was cut off after %i transactions', async (stored) => {
    const { store, clock } = await openShared();
    const buyers = Array.from({ length: 80 }, () => newId());
    const accountId = await newAccount(store);
    const listings = [await published(store, { accountId }), await published(store, { accountId })];
    const buy = async () => {
      for (const { id: listingId } of listings) {
        await Promise.all(buyers.map((buyerId) => settled(store, { listingId, buyerId })));
      }
    };
    await buy();
    const ending = new AbortController();
    let transactions = 0;
    const stats: Store['stats'] = {
      ...store.stats,
      add: (part) => {
        transactions += 1;
        if (transactions === stored) ending.abort();
        return store.stats.add(part);
      },
    };
    await countOrders(contextOf({ store: { ...store, stats }, clock, ending: ending.signal }));
    expect((await store.stats.position()).batch).not.toBeNull();
    await buy();
    await Promise.all([count(store), count(store)]);
    await count(store);
    expect((await store.stats.position()).batch).toBeNull();
    for (const buyer of buyers) {
      expect(await bought(store, buyer)).toBe(4);
      const day = await only(store, { side: 'orders', accountId: buyer, period: 'day' });
      expect(day?.completed).toBe(4);
    }
    for (const { id: listingRef } of listings) {
      const sold = await only(store, { side: 'sales', accountId, listingRef });
      expect(sold?.completed).toBe(2 * buyers.length);
    }
  });

  it('go on after a batch that was cut off, even if its orders were deleted meanwhile', async () => {
    const { store, sql, clock } = await open();
    const buyers = Array.from({ length: 60 }, () => newId());
    const { id: listingId } = await published(store);
    for (const buyerId of buyers) await settled(store, { listingId, buyerId });
    const ending = new AbortController();
    const stats: Store['stats'] = {
      ...store.stats,
      add: (part) => {
        ending.abort();
        return store.stats.add(part);
      },
    };
    await countOrders(contextOf({ store: { ...store, stats }, clock, ending: ending.signal }));
    expect((await store.stats.position()).batch).not.toBeNull();
    await sql('DELETE FROM orders');
    clock.move(1_000);
    const buyerId = newId();
    await settled(store, { listingId, buyerId });
    await count(store);
    expect(await bought(store, buyerId)).toBe(1);
  });

  it('leave to the next run what settles while they are counted', async () => {
    const { store, clock } = await open();
    const buyerId = await newAccount(store);
    await settled(store, { buyerId });
    const stats: Store['stats'] = {
      ...store.stats,
      add: async (counted) => {
        await settled(store, { buyerId });
        return store.stats.add(counted);
      },
    };
    await countOrders(contextOf({ store: { ...store, stats }, clock, ending: NEVER }));
    expect(await bought(store, buyerId)).toBe(1);
    await count(store);
    expect(await bought(store, buyerId)).toBe(2);
  });

  it('stop when the process ends, and continue in the next one', async () => {
    const { store, clock } = await open();
    const buyerId = await newAccount(store);
    await settled(store, { buyerId });
    await countOrders(contextOf({ store, clock, ending: AbortSignal.abort() }));
    expect(await bought(store, buyerId)).toBe(0);
    await count(store);
    expect(await bought(store, buyerId)).toBe(1);
  });

  it('add amounts exactly, whatever their sum', async () => {
    const { store, sql } = await open();
    const buyerId = await newAccount(store);
    const { id: listingId } = await published(store, { priceMicros: 1 });
    await settled(store, { listingId, buyerId });
    await count(store);
    await sql(`UPDATE stats SET counts_json = replace(counts_json, '"1"', '"9007199254740993"')`);
    await settled(store, { listingId, buyerId });
    await count(store);
    const found = await only(store, { side: 'orders', accountId: buyerId });
    expect(found?.amounts).toEqual({ USD: '9007199254740994' });
  });

  it.each([
    ['hours', 'hour', 31 * DAY_MS],
    ['days', 'day', 731 * DAY_MS],
  ] as const)('keep %s as long as a range may be, then delete them', async (_, period, keptMs) => {
    const { store, clock, sql } = await open();
    const stay: StatsPeriod = period === 'hour' ? 'day' : 'hour';
    const startMs = startOf(clock.now(), period);
    const row = { side: 'sales', accountId: newId(), part: null, counts: noCounts() } as const;
    const add = async (key: { period: StatsPeriod; startMs: number }) => {
      const from = await store.stats.position();
      const to = { number: from.number + 1, orderId: newId(), batch: null };
      await store.stats.add({ from, to, rows: [{ ...row, ...key }], sellers: NO_SELLERS });
    };
    await add({ period, startMs });
    clock.move(keptMs);
    await add({ period: stay, startMs: startOf(clock.now(), stay) });
    expect(await store.stats.prune(10)).toBe(0);
    clock.move(startMs + keptMs + 2 * DAY_MS - clock.now());
    expect(await store.stats.prune(10)).toBe(1);
    expect(await sql('SELECT period FROM stats')).toEqual([{ period: stay }]);
  });
});
