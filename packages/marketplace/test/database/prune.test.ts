// docs/reference/limits.md#retention.
import { describe, expect, it } from 'vitest';
import { firstIdAt } from '../../src/database/operation.ts';
import { addEntries } from '../../src/orders/sql-entries.ts';
import { ENGINES } from './engines.ts';
import { COMPLETED, newId, newOrder, placed, published, settled } from './samples.ts';

const HOUR_MS = 3_600_000;
const CENTURY_MS = 100 * 365 * 24 * HOUR_MS;
/** Everything older than now. */
const now = (clock: { now(): number }) => ({ ageMs: 0, nowMs: clock.now() });

describe.each(ENGINES)('retention on $name', (engine) => {
  /** The machine's clock makes the ids: the test's clock has to be later. */
  async function open() {
    const opened = await engine.open();
    opened.clock.move(CENTURY_MS);
    return opened;
  }

  it('deletes old orders with their bodies and results', async () => {
    const { store, clock, sql } = await open();
    const order = await settled(store);
    clock.move(HOUR_MS);
    expect(await store.orders.prune(now(clock), 10)).toBe(1);
    expect(await store.orders.find(order.id)).toBeUndefined();
    expect(await sql('SELECT count(*) AS count FROM orders')).toEqual([{ count: 0 }]);
    expect(await store.orders.prune(now(clock), 10)).toBe(0);
  });

  it('deletes what finds their metadata', async () => {
    const { store, clock, sql } = await open();
    const metadataJson = JSON.stringify({ job: 'nightly', customer: '42' });
    await settled(store, { metadataJson });
    const count = 'SELECT count(*) AS count FROM order_metadata';
    expect(await sql(count)).toEqual([{ count: 2 }]);
    clock.move(HOUR_MS);
    expect(await store.orders.prune(now(clock), 10)).toBe(1);
    expect(await sql(count)).toEqual([{ count: 0 }]);
  });

  it('deletes their entries in lists', async () => {
    const { store, engine, clock, sql } = await open();
    const { id: listingId } = await published(store);
    for (let n = 0; n < 3; n++) await settled(store, { listingId });
    await engine.write(addEntries, {});
    const count = 'SELECT count(*) AS count FROM order_entry';
    expect(await sql(count)).toEqual([{ count: 6 }]);
    clock.move(HOUR_MS);
    expect(await store.orders.prune(now(clock), 2)).toBe(2);
    expect(await sql(count)).toEqual([{ count: 2 }]);
  });

  it('deletes in batches, oldest first', async () => {
    const { store, clock } = await open();
    const { id: listingId } = await published(store);
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) ids.push((await settled(store, { listingId })).id);
    clock.move(HOUR_MS);
    expect(await store.orders.prune(now(clock), 2)).toBe(2);
    expect(await store.orders.find(ids[1] ?? '')).toBeUndefined();
    expect(await store.orders.find(ids[2] ?? '')).toBeDefined();
    expect(await store.orders.prune(now(clock), 2)).toBe(2);
    expect(await store.orders.prune(now(clock), 2)).toBe(1);
    expect(await store.orders.prune(now(clock), 2)).toBe(0);
  });

  it('keeps orders that are younger or not settled', async () => {
    const { store, clock } = await open();
    const buyerId = newId();
    const running = await placed(store, { buyerId });
    const waiting = await placed(store, { buyerId, leaseOwner: null });
    clock.move(HOUR_MS);
    const young = await settled(store, { buyerId });
    expect(await store.orders.prune(now(clock), 10)).toBe(0);
    for (const order of [running, waiting, young]) {
      expect(await store.orders.find(order.id)).toEqual(order);
    }
  });

  it('measures age by the clock of the database, not of the process', async () => {
    const { store, clock } = await open();
    const { id } = await settled(store);
    clock.move(HOUR_MS - 1);
    const early = { ageMs: HOUR_MS, nowMs: clock.now() + HOUR_MS };
    expect(await store.orders.prune(early, 10)).toBe(0);
    clock.move(2);
    expect(await store.orders.prune(early, 10)).toBe(1);
    expect(await store.orders.find(id)).toBeUndefined();
  });

  it('measures the age of the order, whatever clock its id came from', async () => {
    const { store, clock } = await open();
    const order = { ...(await newOrder(store)), id: firstIdAt(1) };
    const inserted = await store.orders.insert(order);
    if (inserted.kind === 'inserted') await store.orders.settle(inserted.order, 'this', COMPLETED);
    expect(await store.orders.prune(now(clock), 10)).toBe(0);
    clock.move(1);
    expect(await store.orders.prune(now(clock), 10)).toBe(1);
  });
});

describe('the first id of a time', () => {
  it('sorts after every earlier id and before every later one', () => {
    const before = newId();
    const made = Number.parseInt(before.replaceAll('-', '').slice(0, 12), 16);
    expect(firstIdAt(made) <= before).toBe(true);
    expect(firstIdAt(made + 1) > before).toBe(true);
    expect(firstIdAt(0)).toBe('00000000-0000-7000-8000-000000000000');
    expect(firstIdAt(-5)).toBe(firstIdAt(0));
  });
});

describe.each(ENGINES)('sessions and links on $name', ({ open }) => {
  it('are deleted when they have expired, in portions', async () => {
    const { store, clock, sql } = await open();
    const ids = { user: newId(), account: newId(), credential: newId() };
    const ann = { ids, name: 'Ann', email: 'ann@example.com', passwordHash: 'salt:hash' };
    await store.users.insert(ann);
    const times = [-2, -1, 1].map((hours) => new Date(clock.now() + hours * HOUR_MS).toISOString());
    for (const at of times) {
      await sql(`INSERT INTO session ("id", "token", "userId", "createdAt", "updatedAt", "expiresAt")
        VALUES ('${at}', '${at}', '${ids.user}', '${at}', '${at}', '${at}')`);
    }
    expect(await store.users.pruneSessions(clock.now(), 1)).toBe(1);
    expect(await store.users.pruneSessions(clock.now(), 10)).toBe(1);
    expect(await sql('SELECT id FROM session')).toEqual([{ id: times[2] }]);
    const link = { hash: new Uint8Array(32), kind: 'reset', email: 'ann@example.com' } as const;
    expect(await store.users.insertLink(link, HOUR_MS)).toBe('inserted');
    expect(await store.users.pruneLinks(10)).toBe(0);
    clock.move(HOUR_MS);
    expect(await store.users.pruneLinks(10)).toBe(1);
  });
});
