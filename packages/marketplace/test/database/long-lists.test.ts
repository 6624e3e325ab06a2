// e2e/torture/README.md: a list that reads very many rows blocks neither the event loop nor orders.
import { describe, expect, it, onTestFinished } from 'vitest';
import { LIST_CONNECTIONS, openPostgres } from '../../src/database/postgres/engine.ts';
import type { OrderFilter } from '../../src/orders/order.ts';
import { createStore, type Store } from '../../src/server/context.ts';
import { createSealing } from '../../src/database/sealing.ts';
import { openSqliteStorage } from '../../src/server/sqlite-storage.ts';
import type { Storage } from '../../src/server/storage.ts';
import type { Dialect, Operation, Statement } from '../../src/database/operation.ts';
import { systemClock } from '../../src/server/outside.ts';
import { newDatabase } from '../postgres/databases.ts';
import { BOTH, temporaryFolder } from './engines.ts';
import { manyListings, manyOrders } from './many-rows.ts';
import { newId, placed, PLENTY, published } from './samples.ts';
import { listOrders } from '../../src/orders/sql-lists.ts';

const PAGE = { limit: 20, after: null, maxBytes: PLENTY };
/** Enough for many turns of the event loop, and far from what takes as long as a list may. */
const FEW_ORDERS = 5_000;
const MANY_ORDERS = 30_000;
const LISTINGS = 1_000;

const storeOver = (engine: Parameters<typeof createStore>[0]['engine']) =>
  createStore({ engine, sealing: createSealing([new Uint8Array(32)]) });

/** How many turns of the event loop other work gets until this work has ended. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  const progress = { ended: false };
  const working = work().finally(() => (progress.ended = true));
  let turns = 0;
  while (!progress.ended) {
    await new Promise((resolve) => setImmediate(resolve));
    turns += 1;
  }
  await working;
  return turns;
}

const EMBEDDED: { name: string; open: () => Promise<Storage> }[] = [
  {
    name: 'in a file',
    open: () =>
      openSqliteStorage({ folder: temporaryFolder(), clock: systemClock, exclusive: true }),
  },
  { name: 'in memory', open: () => openSqliteStorage({ clock: systemClock }) },
];

describe.each(EMBEDDED)('a long list on sqlite $name', ({ open }) => {
  async function filled(count: number) {
    const storage = await open();
    onTestFinished(() => storage.close());
    const store = storeOver(storage.engine);
    const buyerId = newId();
    const listingId = newId();
    // A list of those that were completed looks at each of them.
    const state = 'failed';
    const orders = { count, buyerId, listingId, endMs: Date.now(), state } as const;
    await manyOrders(storage.engine, orders);
    await manyListings(storage.engine, LISTINGS);
    return { store, buyerId, listingId };
  }

  it('does not block the event loop', async () => {
    const { store, buyerId, listingId } = await filled(FEW_ORDERS);
    const reader = { name: 'one account' };
    const orders = (filter: OrderFilter) => store.orders.list(filter, PAGE, reader);
    const search = { ...PAGE, words: ['rain'], sort: 'price', includeContract: false } as const;
    await orders({ buyerId: newId() });
    const turns = await turnsDuring(() =>
      Promise.all([
        orders({ buyerId, state: 'completed' }),
        orders({ sellerListingId: listingId, state: 'completed' }),
        store.catalogue.search({ ...search, currency: 'USD', health: 'healthy' }, reader),
        store.catalogue.search({ ...search, words: [], tag: 'nowhere' }, reader),
        store.catalogue.categories(),
      ]),
    );
    // On this thread, each of the five lists would take one turn.
    expect(turns).toBeGreaterThan(20);
  });

  it('does not block orders', async () => {
    const { store, buyerId } = await filled(MANY_ORDERS);
    const { id: listingId } = await published(store);
    const progress = { listed: false };
    const list = store.orders
      .list({ buyerId, state: 'completed' }, PAGE, { name: 'one account' })
      .then(({ items }) => {
        progress.listed = true;
        return items;
      });
    let ordersMeanwhile = 0;
    while (!progress.listed) {
      await placed(store, { listingId });
      ordersMeanwhile += 1;
    }
    expect(await list).toEqual([]);
    expect(ordersMeanwhile).toBeGreaterThan(5);
  });
});

describe.each(BOTH)('a list of orders on $name', ({ open }) => {
  it('reads those of one owner, and of failed ones no completed orders', async () => {
    const { store, engine } = await open();
    const [buyerId, listingId] = [newId(), newId()];
    await manyOrders(engine, { count: 100_000, buyerId, listingId, endMs: Date.now() });
    const plans = await engine.write(function* explain(dialect: Dialect): Operation<string[]> {
      const keyword = dialect.name === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN';
      // With the statistics of an installation that has run for a while.
      yield { sql: 'ANALYZE orders', parameters: [] };
      yield { sql: 'ANALYZE order_entry', parameters: [] };
      const lines: string[] = [];
      const failed = { state: 'failed' } as const;
      const time = { createdAfterMs: 5, createdBeforeMs: Date.now() };
      for (const parts of [{ buyerId }, { sellerListingId: listingId }]) {
        for (const rest of [failed, { ...failed, ...time }, {}, time]) {
          const filter = { ...parts, ...rest };
          const listing = listOrders(dialect, { filter, page: PAGE });
          const { rows: position } = yield listing.next().value as Statement;
          const statement = listing.next({ rows: position, changes: 0 }).value as Statement;
          const { rows } = yield { ...statement, sql: `${keyword} ${statement.sql}` };
          lines.push(JSON.stringify(rows));
        }
      }
      return lines;
    }, undefined);
    for (const [n, plan] of plans.entries()) {
      const isOfFailed = n % 4 < 2;
      expect(plan).toContain(isOfFailed ? 'order_entry_failed' : 'order_entry');
      // Those without entries. While none failed, Postgres may choose the index of all that did.
      expect(plan).toMatch(isOfFailed ? /orders_(?:settled|failed)/ : /orders_settled/);
      if (!isOfFailed) expect(plan).toContain('orders_open');
      expect(plan).not.toContain('Seq Scan');
    }
    const none = await store.orders.list({ buyerId, state: 'failed' }, PAGE, {
      name: 'one account',
    });
    expect(none.items).toEqual([]);
  });
});

describe('long lists on postgres', () => {
  it('leave connections for orders and are cancelled in the end', async () => {
    const url = await newDatabase();
    const storage = openPostgres({ url, connections: 4 });
    onTestFinished(() => storage.close());
    const store: Store = storeOver(storage.engine);
    const { id: listingId } = await published(store);
    let ended = 0;
    const sleeping = Array.from({ length: LIST_CONNECTIONS * 2 }, (_, n) =>
      storage.engine
        .list(
          function* sleep() {
            yield { sql: 'SELECT pg_sleep(60)', parameters: [] };
          },
          undefined,
          { name: `reader ${n}` },
        )
        .catch((error: unknown) => error)
        .finally(() => (ended += 1)),
    );
    for (let n = 0; n < 20; n++) await placed(store, { listingId });
    expect(ended).toBe(0);
    const refused = expect.objectContaining({ type: 'overloaded' });
    expect(await Promise.all(sleeping)).toEqual(sleeping.map(() => refused));
    const { items } = await store.orders.list({}, PAGE, { name: 'after' });
    expect(items).toHaveLength(20);
  });

  it('read one snapshot, however many statements they have', async () => {
    const url = await newDatabase();
    const storage = openPostgres({ url, connections: 4 });
    onTestFinished(() => storage.close());
    const store = storeOver(storage.engine);
    const count = { sql: 'SELECT count(*) AS n FROM listing', parameters: [] };
    let publishing: Promise<unknown> | undefined;
    const counts = await storage.engine.list(
      function* twice() {
        const before = yield count;
        publishing = published(store);
        yield { sql: 'SELECT pg_sleep(0.5)', parameters: [] };
        const after = yield count;
        return [before.rows, after.rows];
      },
      undefined,
      { name: 'reader' },
    );
    await publishing;
    expect(counts).toEqual([[{ n: 0 }], [{ n: 0 }]]);
    const write = () =>
      storage.engine.list(
        function* insert() {
          yield { sql: `DELETE FROM listing`, parameters: [] };
        },
        undefined,
        { name: 'reader' },
      );
    await expect(write()).rejects.toThrow();
  });
});
