// docs/adr/0009: entries in lists are added long after orders settle, and no reader can tell.
import { isDeepStrictEqual } from 'node:util';
import { OPEN_ORDER_STATES, type OrderState } from '@mkt/protocol';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../../bench/measure/random.ts';
import { failingListings } from '../../src/listings/sql-failing.ts';
import { withoutTurns } from '../../src/database/engine.ts';
import { OPERATOR } from '../../src/market/caller.ts';
import type { Order, OrderFilter } from '../../src/orders/order.ts';
import { addEntries } from '../../src/orders/sql-entries.ts';
import { createStore, type Store } from '../../src/server/context.ts';
import { ENGINES, type TestStorage } from '../database/engines.ts';
import {
  COMPLETED,
  FAILED,
  newAccount,
  newId,
  newOrder,
  PLENTY,
  published,
} from '../database/samples.ts';

const METADATA = [null, { job: 'nightly' }, { job: 'nightly', team: 'a' }];
const TIMEOUT = { ...FAILED, failure: { kind: 'timeout' } } as const;
const SETTLEMENTS = [COMPLETED, FAILED, TIMEOUT, undefined];
const LISTS_COMPARED = 30;

type Random = <Item>(items: readonly Item[]) => Item;

interface Market extends TestStorage {
  random: Random;
  accounts: readonly string[];
  keys: readonly string[];
  listings: readonly string[];
}

/** Two accounts that sell two listings each and also buy, and one that only buys. */
async function openMarket({ open }: (typeof ENGINES)[number]): Promise<Market> {
  const storage = await open();
  const { engine, sealing } = storage;
  const store = createStore({ engine: withoutTurns(engine), sealing });
  const next = createRandom(3);
  const random: Random = (items) => items[Math.floor(next() * items.length)] as never;
  const accounts = await Promise.all([newAccount(store), newAccount(store), newAccount(store)]);
  const sellers = [accounts[0], accounts[0], accounts[1], accounts[1]] as string[];
  const made = await Promise.all(sellers.map((accountId) => published(store, { accountId })));
  const listings = made.map(({ id }) => id);
  return { ...storage, store, random, accounts, keys: [newId(), newId()], listings };
}

/** Places orders, some of which settle, in another order. */
async function trade({ store, clock, random, accounts, keys, listings }: Market): Promise<void> {
  const running: Order[] = [];
  for (let n = 0; n < 25; n++) {
    clock.move(60_000);
    const metadata = random(METADATA);
    const order = await newOrder(store, {
      madeAtMs: clock.now(),
      buyerId: random(accounts),
      listingId: random(listings),
      leaseOwner: random(['this', 'this', 'this', null]),
      metadataJson: metadata && JSON.stringify(metadata),
    });
    const keyId = random([null, ...keys]);
    const inserted = await store.orders.insert({ ...order, keyId });
    if (inserted.kind !== 'inserted') throw new Error(inserted.kind);
    if (order.leaseOwner !== null) running.push(inserted.order);
  }
  while (running.length > 0) {
    const [order] = running.splice(Math.floor(running.indexOf(random(running))), 1);
    const settlement = random(SETTLEMENTS);
    if (order && settlement) await store.orders.settle(order, 'this', settlement);
  }
}

const isOpen = (state: OrderState) => (OPEN_ORDER_STATES as readonly OrderState[]).includes(state);

function randomFilter({ random, clock, accounts, keys, listings }: Market): OrderFilter {
  const from = clock.now() - random([20, 40, 60]) * 60_000;
  const state = random([
    undefined,
    undefined,
    'completed',
    'failed',
    'running',
    'pending',
  ] as const);
  const common: OrderFilter = {
    state,
    listingRef: random([undefined, undefined, ...listings]),
    failureKind: state === 'failed' ? random([undefined, 'timeout' as const]) : undefined,
    createdAfterMs: random([undefined, undefined, from]),
    createdBeforeMs: random([undefined, undefined, from + 30 * 60_000]),
  };
  const ofBuyer: OrderFilter = {
    ...common,
    buyerId: random(accounts),
    keyId: random([undefined, undefined, null, ...keys]),
  };
  return random<() => OrderFilter>([
    () => ofBuyer,
    () => ({ ...ofBuyer, keyIds: random([[], keys, keys.slice(1)]) }),
    () => ({ ...ofBuyer, metadata: { job: 'nightly' } }),
    () => ({ ...ofBuyer, metadata: { job: 'nightly', team: 'a' } }),
    () => ({ ...ofBuyer, sellerId: random(accounts) }),
    () => ({ ...common, sellerId: random(accounts) }),
    () => ({ ...common, sellerListingId: random(listings) }),
    () => common,
  ])();
}

/** The orders that a filter lets through, of all that there are. */
function matching(all: readonly Order[], filter: OrderFilter): string[] {
  const { keyIds, metadata = {}, createdAfterMs = 0, createdBeforeMs = Infinity } = filter;
  const equal: Partial<Order> = {};
  if (filter.keyId !== undefined) equal.keyId = filter.keyId;
  if (filter.buyerId !== undefined) equal.buyerId = filter.buyerId;
  if (filter.sellerId !== undefined) equal.sellerId = filter.sellerId;
  if (filter.state !== undefined) equal.state = filter.state;
  const listings = [filter.listingRef, filter.sellerListingId].filter((id) => id !== undefined);
  return all
    .filter((order) =>
      Object.entries(equal).every(([name, value]) => order[name as keyof Order] === value),
    )
    .filter(({ listingId }) => listings.every((id) => id === listingId))
    .filter(({ keyId }) => !keyIds || (keyId !== null && keyIds.includes(keyId)))
    .filter(({ createdAtMs: at }) => at >= createdAfterMs && at < createdBeforeMs)
    .filter(({ failure }) => !filter.failureKind || failure?.kind === filter.failureKind)
    .filter(({ metadataJson }) => {
      const given = JSON.parse(metadataJson ?? '{}') as Record<string, string>;
      return Object.entries(metadata).every(([name, value]) => given[name] === value);
    })
    .map(({ id }) => id)
    .toSorted()
    .toReversed();
}

/** All pages of a list. */
async function listed(
  store: Store,
  filter: OrderFilter,
  isOldestFirst: boolean,
): Promise<string[]> {
  const ids: string[] = [];
  for (let more = true; more;) {
    const id = ids.at(-1);
    const after = id === undefined ? null : { key: 0, id };
    const page = { limit: 5, after, maxBytes: PLENTY, isOldestFirst };
    const read = await store.orders.list(filter, page, OPERATOR);
    ids.push(...read.items.map((order) => order.id));
    more = read.more;
  }
  return ids;
}

/** What lists have other than exactly the orders that a filter lets through. */
async function wrongLists(market: Market): Promise<unknown[]> {
  const { store, engine, sql, random } = market;
  const rows = await sql('SELECT id FROM orders');
  const found = await Promise.all(rows.map(({ id }) => store.orders.find(String(id))));
  const all = found.filter((order) => order !== undefined);
  const wrong: unknown[] = [];
  for (let n = 0; n < LISTS_COMPARED; n++) {
    const filter = randomFilter(market);
    const isOldestFirst =
      filter.state !== undefined && isOpen(filter.state) && random([true, false]);
    const expected = matching(all, filter);
    const ids = await listed(store, filter, isOldestFirst);
    if (isOldestFirst) expected.reverse();
    if (!isDeepStrictEqual(ids, expected)) wrong.push({ filter, ids, expected });
  }
  // The operator's list of failing listings says how many orders each has.
  for (const { id, orders } of await engine.read(failingListings, { sinceMs: 0, limit: 9 })) {
    const expected = all.filter(({ listingId }) => listingId === id).length;
    if (orders !== expected) wrong.push({ id, orders, expected });
  }
  return wrong;
}

/** Adds entries as the chore does. */
async function addAll({ orders }: Store): Promise<void> {
  const next = await orders.nextEntries(1);
  for (const chunk of next?.chunks ?? []) await orders.addChunk(chunk);
  expect(next && (await orders.endEntries(next))).toBe(true);
  expect(await orders.nextEntries(1)).toBeUndefined();
}

describe.each(ENGINES)('lists of orders on $name are the same', (engine) => {
  it('without entries, with some of them and with all', async () => {
    const market = await openMarket(engine);
    await trade(market);
    expect(await wrongLists(market)).toEqual([]);
    await market.engine.write(addEntries, { atMost: 7 });
    await trade(market);
    expect(await wrongLists(market)).toEqual([]);
    await addAll(market.store);
    expect(await wrongLists(market)).toEqual([]);
  });

  it('for a text that many orders have in their metadata', async () => {
    const market = await openMarket(engine);
    const [buyerId] = market.accounts;
    const ids = Array.from({ length: 1_000 }, newId);
    const rows = ids.map((id) => `('${buyerId}', '"job":"nightly"', '${id}')`).join(', ');
    await market.sql(`INSERT INTO order_metadata (buyer_id, member, order_id) VALUES ${rows}`);
    await trade(market);
    await market.engine.write(addEntries, { atMost: 7 });
    expect(await wrongLists(market)).toEqual([]);
  });

  it('while an old order of another process has settled last', async () => {
    const market = await openMarket(engine);
    await trade(market);
    await addAll(market.store);
    await market.store.orders.interruptOpen();
    expect(await wrongLists(market)).toEqual([]);
  });
});

describe('on SQLite, where entries are added step by step, lists are the same', () => {
  const sqlite = ENGINES.find(({ name }) => name === 'sqlite');

  it.runIf(sqlite)('after every step, and when steps are repeated', async () => {
    const market = await openMarket(sqlite as (typeof ENGINES)[number]);
    const { orders } = market.store;
    await trade(market);
    const ended = await orders.nextEntries(1);
    // The process ends after the first step.
    await orders.addChunk(ended?.chunks[0] as never);
    expect(await wrongLists(market)).toEqual([]);
    await trade(market);
    const next = await orders.nextEntries(1);
    for (const chunk of next?.chunks ?? []) {
      await orders.addChunk(chunk);
      expect(await wrongLists(market)).toEqual([]);
    }
    expect(next && (await orders.endEntries(next))).toBe(true);
    expect(await wrongLists(market)).toEqual([]);
    expect(await orders.nextEntries(1)).toBeUndefined();
  });

  it.runIf(sqlite)('without an order that retention deletes meanwhile', async () => {
    const market = await openMarket(sqlite as (typeof ENGINES)[number]);
    const { orders } = market.store;
    await trade(market);
    const next = await orders.nextEntries(1);
    market.clock.move(60_000);
    await orders.prune({ ageMs: 10 * 60_000, nowMs: market.clock.now() }, 100);
    for (const chunk of next?.chunks ?? []) await orders.addChunk(chunk);
    if (next) await orders.endEntries(next);
    expect(await wrongLists(market)).toEqual([]);
    const orphans = `SELECT order_id FROM order_entry WHERE order_id NOT IN (SELECT id FROM orders)`;
    expect(await market.sql(orphans)).toEqual([]);
  });
});
