// docs/buy/spending.md#statistics: every settled order is counted exactly once, on either engine.
import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../src/market/caller.ts';
import {
  countOrders,
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

describe.each(ENGINES)('the statistics on $name', ({ name, open, openShared }) => {
  const maxRows = name === 'sqlite' ? 256 : 4_608;

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
      durations: [...Array.from({ length: durationBucket(100) }, () => 0), 1],
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
    const counted = await store.stats.next();
    if (!counted) throw new Error('The log is empty.');
    expect(await store.stats.add(counted)).toBe(true);
    expect(await store.stats.add(counted)).toBe(false);
    expect(await bought(store, buyerId)).toBe(1);
    expect(await store.stats.next()).toBeUndefined();
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
    await manyOrders(engine, { count: 5_000, buyerId, listingId: newId(), endMs: clock.now() });
    const others = Array.from({ length: 70 }, () => newId());
    const { id: listingId } = await published(store);
    for (const buyer of others) await settled(store, { listingId, buyerId: buyer });
    const written: number[] = [];
    const stats: Store['stats'] = {
      ...store.stats,
      add: (counted) => {
        written.push(counted.rows.length);
        return store.stats.add(counted);
      },
    };
    await countOrders(contextOf({ store: { ...store, stats }, clock, ending: NEVER }));
    expect(written.slice(0, 3)).toEqual([9, 9, 9]);
    expect(Math.max(...written)).toBeLessThanOrEqual(maxRows);
    expect(await bought(store, buyerId)).toBe(5_000);
    for (const buyer of others) expect(await bought(store, buyer)).toBe(1);
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
    const [from, to] = [1, 2].map((number) => ({ number, orderId: newId() })) as [never, never];
    await store.stats.add({
      from: undefined,
      to: from,
      rows: [{ ...row, period, startMs }],
      quality: [],
    });
    clock.move(keptMs);
    const rows = [{ ...row, period: stay, startMs: startOf(clock.now(), stay) }];
    await store.stats.add({ from, to, rows, quality: [] });
    expect(await store.stats.prune(10)).toBe(0);
    clock.move(startMs + keptMs + 2 * DAY_MS - clock.now());
    expect(await store.stats.prune(10)).toBe(1);
    expect(await sql('SELECT period FROM stats')).toEqual([{ period: stay }]);
  });
});
