// Several processes on one database: what must happen once is done by one of them.
import { randomBytes } from 'node:crypto';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { OPERATOR } from '../../../src/market/caller.ts';
import { createStore, type Store } from '../../../src/server/context.ts';
import { MIGRATIONS } from '../../../src/database/migrations/list.ts';
import type { Operation } from '../../../src/database/operation.ts';
import { openPostgres, type PostgresDatabase } from '../../../src/database/postgres/engine.ts';
import { createSealing } from '../../../src/database/sealing.ts';
import { newBareDatabase, newDatabase } from '../../postgres/databases.ts';
import { createStillClock } from '../../still-clock.ts';
import { actor, draft, FIRST_PAGE, newId, newOrder, placed, published } from '../samples.ts';

/** Enough capacity for the probes of every account. */
const capacity = (limit: number) => ({
  limit,
  perAccount: limit,
  running: new Map<string, number>(),
});

function openOn(url: string, clock = createStillClock()): PostgresDatabase {
  const opened = openPostgres({ url, connections: 6, clock });
  onTestFinished(() => opened.close());
  return opened;
}

/** The stores of three processes that share a database, an encryption key and a clock. */
async function openStores() {
  const url = await newDatabase();
  const clock = createStillClock();
  const sealing = createSealing([randomBytes(32)]);
  const open = () => createStore({ engine: openOn(url, clock).engine, sealing });
  const stores = [open(), open(), open()];
  const [store] = stores as [Store];
  return { store, stores, clock, url };
}

/** Does something many times concurrently, on the processes in turn. */
const spread = <Result>(stores: Store[], count: number, work: (store: Store) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, n) => work(stores[n % stores.length]!)));

describe('several processes on one database', () => {
  it('assign no slug twice and skip none', async () => {
    const { stores } = await openStores();
    const listings = await spread(stores, 30, (store) => draft(store, { title: 'Echo' }));
    const expected = ['echo', ...Array.from({ length: 29 }, (_, n) => `echo-${n + 2}`)];
    expect(new Set(listings.map(({ slug }) => slug))).toEqual(new Set(expected));
  });

  it('assign no slug twice when one base produces slugs of another', async () => {
    const { stores } = await openStores();
    let n = 0;
    const titles = ['Echo', 'Echo 2', 'Echo 3', 'Echo 2 2'];
    const listings = await spread(stores, 40, (store) =>
      draft(store, { title: titles[(n += 1) % titles.length]! }),
    );
    expect(new Set(listings.map(({ slug }) => slug)).size).toBe(40);
  });

  it('store one order for an idempotency key', async () => {
    const { store, stores } = await openStores();
    const buyerId = newId();
    const { id: listingId } = await published(store);
    const idempotency = { key: 'k', bodyHash: randomBytes(32) };
    const outcomes = await spread(stores, 24, async (each) =>
      each.orders.insert(await newOrder(each, { buyerId, listingId, idempotency })),
    );
    const inserted = outcomes.filter(({ kind }) => kind === 'inserted');
    expect(inserted).toHaveLength(1);
    const { items: orders } = await store.orders.list({ buyerId }, FIRST_PAGE, OPERATOR);
    for (const outcome of outcomes) {
      if (outcome.kind === 'replayed') expect(outcome.orderId).toBe(orders[0]?.id);
    }
    expect(orders).toHaveLength(1);
  });

  it('change each version of a listing once', async () => {
    const { store, stores } = await openStores();
    const { id, version } = await draft(store);
    const outcomes = await spread(stores, 12, ({ listings }) =>
      listings.change({ id, version, actor, status: 'pending_review' }),
    );
    expect(outcomes.filter((outcome) => outcome !== 'conflict')).toHaveLength(1);
  });

  it('claim a waiting order once', async () => {
    const { store, stores } = await openStores();
    const { id } = await placed(store, { leaseOwner: null });
    let owner = 0;
    const claims = await spread(stores, 12, ({ orders }) =>
      orders.claim(id, `process-${(owner += 1)}`),
    );
    expect(claims.filter((claim) => claim !== undefined)).toHaveLength(1);
  });

  it('probe each due listing once', async () => {
    const { store, stores } = await openStores();
    const runContract = { healthEndpoint: 'https://seller.example.com/health' };
    const ids: string[] = [];
    for (let n = 0; n < 20; n++) ids.push((await published(store, { runContract })).id);
    const taken = (await spread(stores, 6, ({ health }) => health.takeDue(capacity(7)))).flat();
    expect(new Set(taken.map(({ listingId }) => listingId)).size).toBe(taken.length);
    const left = await store.health.takeDue(capacity(99));
    expect(new Set([...taken, ...left].map(({ listingId }) => listingId))).toEqual(new Set(ids));
  });

  it('settle a lost order once, and never a live one of the sweeping process', async () => {
    const { store, stores, clock } = await openStores();
    const lost = await placed(store, { leaseOwner: 'gone' });
    const live = await placed(store, { leaseOwner: 'this' });
    clock.move(40_001);
    const sweep = { leaseOwner: 'this', liveIds: [live.id], orphans: false };
    const ended = await spread(stores, 6, ({ orders }) => orders.interruptLost(sweep));
    expect(ended.flat()).toMatchObject([{ id: lost.id }]);
  });

  it('migrate an empty database once', async () => {
    const url = await newBareDatabase();
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => openOn(url).migrate()));
    expect(outcomes.flatMap((each) => (each.kind === 'ready' ? each.applied : []))).toEqual(
      MIGRATIONS.map(({ name }) => name),
    );
  });
});

function* keepInTurn(_: unknown, names: readonly string[]): Operation<void> {
  for (const name of names) {
    yield {
      sql: 'UPDATE installation SET value = value || $1 WHERE name = $2',
      parameters: ['x', name],
    };
    yield { sql: 'SELECT pg_sleep(0.2)', parameters: [] };
  }
}

describe('two operations in conflict', () => {
  it('both succeed: the one that loses is retried', async () => {
    const { engine } = openOn(await newDatabase());
    await engine.write(function* keep() {
      yield { sql: "INSERT INTO installation VALUES ('a', ''), ('b', '')", parameters: [] };
    }, undefined);
    await Promise.all([engine.write(keepInTurn, ['a', 'b']), engine.write(keepInTurn, ['b', 'a'])]);
    const values = await engine.read(function* read() {
      return (yield { sql: 'SELECT value FROM installation', parameters: [] }).rows;
    }, undefined);
    expect(values).toEqual([{ value: 'xx' }, { value: 'xx' }]);
  });
});

describe('the clock of the database', () => {
  it('is the server’s unless a test moves it', async () => {
    const opened = openPostgres({ url: await newDatabase(), connections: 1 });
    onTestFinished(() => opened.close());
    const [row] = (await opened.engine.read(function* read() {
      return (yield {
        sql: 'SELECT mkt_now() AS now, extract(epoch FROM clock_timestamp()) * 1000 AS server',
        parameters: [],
      }).rows;
    }, undefined)) as { now: number; server: number }[];
    expect(Number.isInteger(row?.now)).toBe(true);
    expect(Math.abs(row!.now - row!.server)).toBeLessThan(10_000);
  });

  it('does not advance during an operation', async () => {
    const opened = openPostgres({ url: await newDatabase(), connections: 1 });
    onTestFinished(() => opened.close());
    const moments = await opened.engine.write(function* twice() {
      const first = yield { sql: 'SELECT mkt_now() AS now, pg_sleep(0.01)', parameters: [] };
      const second = yield { sql: 'SELECT mkt_now() AS now', parameters: [] };
      return [...first.rows, ...second.rows].map((row) => (row as { now: number }).now);
    }, undefined);
    expect(moments[1]).toBe(moments[0]);
  });
});

describe('a rate limit in the database', () => {
  it('ends by the clock of the database, although the clocks of the processes differ', async () => {
    const url = await newDatabase();
    const clock = createStillClock();
    const open = () =>
      openOn(url, clock).makeLimiter({ keyPrefix: 'requests', points: 2, duration: 1 });
    const [ahead, other] = [open(), open()];
    const realNow = Date.now;
    vi.spyOn(Date, 'now').mockImplementation(() => realNow() + 3_600_000);
    onTestFinished(() => void vi.restoreAllMocks());
    expect(await ahead.consume('ann')).toMatchObject({ remainingPoints: 1, msBeforeNext: 1_000 });
    vi.restoreAllMocks();
    clock.move(400);
    expect(await other.consume('ann')).toMatchObject({ remainingPoints: 0, msBeforeNext: 600 });
    await expect(other.consume('ann')).rejects.toMatchObject({ msBeforeNext: 600 });
    clock.move(600);
    expect(await other.consume('ann')).toMatchObject({ consumedPoints: 1 });
    expect(await ahead.get('ann')).toMatchObject({ consumedPoints: 1, remainingPoints: 1 });
  });
});
