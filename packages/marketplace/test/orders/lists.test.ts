// docs/reference/protocol.md#lists and docs/buy/orders.md: lists of orders, their filters, and pages that end
// early.
import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../src/market/caller.ts';
import type { Order, OrderFilter } from '../../src/orders/order.ts';
import type { Keyset, PageItems } from '../../src/market/page.ts';
import type { Store } from '../../src/server/context.ts';
import { ENGINES } from '../database/engines.ts';
import {
  COMPLETED,
  FAILED,
  newAccount,
  newId,
  placed,
  PLENTY,
  published,
  settled,
} from '../database/samples.ts';

async function ids(store: Store, filter: OrderFilter): Promise<string[]> {
  const page = { limit: 100, after: null, maxBytes: PLENTY };
  const { items } = await store.orders.list(filter, page, OPERATOR);
  return items.map(({ id }) => id);
}

describe.each(ENGINES)('a list of orders on $name', ({ open }) => {
  it('contains the orders of one buyer, newest first', async () => {
    const { store } = await open();
    const buyerId = newId();
    const orderIds: string[] = [];
    for (let n = 0; n < 3; n++) orderIds.unshift((await placed(store, { buyerId })).id);
    await placed(store);
    expect(await ids(store, { buyerId })).toEqual(orderIds);
  });

  it('contains the orders of some keys of a buyer, in pages and by state', async () => {
    const { store } = await open();
    const [buyerId, one, other] = [newId(), newId(), newId()];
    const made: Order[] = [];
    for (const [n, keyId] of [one, other, newId(), one, undefined, other].entries()) {
      const settlement = n < 3 ? FAILED : COMPLETED;
      made.unshift(await settled(store, { buyerId, settlement, ...(keyId ? { keyId } : {}) }));
    }
    const of = (...keys: string[]) =>
      made.filter(({ keyId }) => keyId !== null && keys.includes(keyId)).map(({ id }) => id);
    const keyIds = [one, other];
    expect(of(...keyIds)).toHaveLength(4);
    expect(await ids(store, { buyerId, keyIds })).toEqual(of(...keyIds));
    expect(await ids(store, { buyerId, keyIds: [one] })).toEqual(of(one));
    expect(await ids(store, { buyerId, keyIds: [] })).toEqual([]);
    expect(await ids(store, { buyerId, keyIds, state: 'failed' })).toEqual(of(...keyIds).slice(2));
    const after = { key: 0, id: of(...keyIds)[0] ?? '' };
    const page = { limit: 2, after, maxBytes: PLENTY };
    const { items, more } = await store.orders.list({ buyerId, keyIds }, page, OPERATOR);
    expect(items.map(({ id }) => id)).toEqual(of(...keyIds).slice(1, 3));
    expect(more).toBe(true);
  });

  it('contains the orders of one listing, from any buyer', async () => {
    const { store } = await open();
    const { id: listingId } = await published(store);
    const calls: string[] = [];
    for (let n = 0; n < 3; n++) calls.unshift((await placed(store, { listingId })).id);
    await placed(store);
    expect(await ids(store, { sellerListingId: listingId })).toEqual(calls);
  });

  it('can be filtered by listing, state and time', async () => {
    const { store, clock } = await open();
    const buyerId = newId();
    const start = clock.now();
    const { id: listingId, slug } = await published(store);
    const done = await settled(store, { buyerId, listingId, madeAtMs: clock.now() });
    clock.move(1_000);
    const failed = await settled(store, {
      buyerId,
      listingId,
      settlement: FAILED,
      madeAtMs: clock.now(),
    });
    clock.move(1_000);
    const running = await placed(store, { buyerId, madeAtMs: clock.now() });
    const waiting = await placed(store, {
      buyerId,
      leaseOwner: null,
      madeAtMs: clock.now() + 1,
    });
    const only = (filter: OrderFilter) => ids(store, { buyerId, ...filter });

    expect(await only({ listingRef: listingId })).toEqual([failed.id, done.id]);
    expect(await only({ listingRef: slug })).toEqual([failed.id, done.id]);
    expect(await only({ listingRef: listingId.toUpperCase() })).toEqual([failed.id, done.id]);
    expect(await only({ listingRef: 'unknown-slug' })).toEqual([]);
    expect(await only({ listingRef: newId() })).toEqual([]);
    expect(await only({ state: 'completed' })).toEqual([done.id]);
    expect(await only({ state: 'failed' })).toEqual([failed.id]);
    expect(await only({ state: 'running' })).toEqual([running.id]);
    expect(await only({ state: 'pending' })).toEqual([waiting.id]);
    expect(await only({ createdAfterMs: start + 1_000 })).toEqual([
      waiting.id,
      running.id,
      failed.id,
    ]);
    expect(await only({ createdBeforeMs: start + 1_000 })).toEqual([done.id]);
    expect(await only({ createdAfterMs: start + 1, createdBeforeMs: start + 2_000 })).toEqual([
      failed.id,
    ]);
    expect(await only({ state: 'failed', listingRef: slug })).toEqual([failed.id]);
  });
});

describe.each(ENGINES)('a list of sales on $name', ({ open }) => {
  /** Orders of a seller's listings in turn, newest first, each a second after the one before. */
  async function sold(listings: number, orders: number) {
    const { store, clock } = await open();
    const sellerId = await newAccount(store);
    const of: string[] = [];
    for (let n = 0; n < listings; n++) {
      of.push((await published(store, { accountId: sellerId })).id);
    }
    const made: Order[] = [];
    for (let n = 0; n < orders; n++) {
      clock.move(1_000);
      const settlement = n % 3 === 0 ? FAILED : COMPLETED;
      const listingId = of[n % listings] ?? '';
      made.unshift(await settled(store, { listingId, settlement, madeAtMs: clock.now() }));
    }
    // Another seller's.
    await settled(store, { madeAtMs: clock.now() });
    return { store, clock, sellerId, listings: of, made };
  }
  const idsOf = (orders: readonly Order[]) => orders.map(({ id }) => id);

  it('has the orders of all listings of a seller, newest first, in pages', async () => {
    const { store, sellerId, made } = await sold(4, 11);
    expect(await ids(store, { sellerId })).toEqual(idsOf(made));
    for (const limit of [1, 2, 3, 10, 11]) {
      const pages: string[] = [];
      for (let after: Keyset | null = null; ;) {
        const page: PageItems<Order> = await store.orders.list(
          { sellerId },
          { limit, after, maxBytes: PLENTY },
          OPERATOR,
        );
        pages.push(...idsOf(page.items));
        if (!page.more) break;
        after = { key: 0, id: page.items.at(-1)?.id ?? '' };
      }
      expect(pages).toEqual(idsOf(made));
    }
    expect(await ids(store, { sellerId: newId() })).toEqual([]);
  });

  it('can be filtered by listing, state and time', async () => {
    const { store, clock, sellerId, listings, made } = await sold(3, 9);
    const [listingId = ''] = listings;
    const running = await placed(store, { listingId, madeAtMs: clock.now() });
    const waiting = await placed(store, { listingId, leaseOwner: null, madeAtMs: clock.now() + 1 });
    const only = (filter: OrderFilter) => ids(store, { sellerId, ...filter });
    const where = (holds: (order: Order) => boolean) => idsOf(made.filter(holds));
    expect(await only({ listingRef: listings[1] })).toEqual(
      where((order) => order.listingId === listings[1]),
    );
    expect(await only({ listingRef: (await published(store)).id })).toEqual([]);
    expect(await only({ listingRef: 'unknown' })).toEqual([]);
    for (const state of ['completed', 'failed'] as const) {
      expect(await only({ state })).toEqual(where((order) => order.state === state));
    }
    expect(await only({ state: 'running' })).toEqual([running.id]);
    expect(await only({ state: 'pending' })).toEqual([waiting.id]);
    expect(await only({ state: 'pending', listingRef: listings[1] })).toEqual([]);
    const [last, , third] = made;
    const range = {
      createdAfterMs: third?.createdAtMs ?? 0,
      createdBeforeMs: last?.createdAtMs ?? 0,
    };
    expect(await only(range)).toEqual(idsOf(made.slice(1, 3)));
  });
});

describe.each(ENGINES)('pages of orders on $name', ({ open }) => {
  /** Orders whose body and result have this many bytes, newest last. */
  async function weighing(store: Store, buyerId: string, weights: number[]): Promise<string[]> {
    const { id: listingId } = await published(store);
    const made: string[] = [];
    for (const weight of weights) {
      const requestJson = JSON.stringify('x'.repeat(8));
      const resultJson = JSON.stringify('y'.repeat(weight - requestJson.length - 2));
      const settlement = { ...COMPLETED, resultJson };
      made.push((await settled(store, { buyerId, listingId, requestJson, settlement })).id);
    }
    return made;
  }

  async function pages(
    store: Store,
    buyerId: string,
    page: { limit: number; maxBytes: number },
  ): Promise<string[][]> {
    const received: string[][] = [];
    for (let after: string | undefined; ;) {
      const { items: orders, more } = await store.orders.list(
        { buyerId },
        { ...page, after: after === undefined ? null : { key: 0, id: after } },
        OPERATOR,
      );
      received.push(orders.map(({ id }) => id));
      after = orders.at(-1)?.id;
      if (!more) return received;
    }
  }

  it('contain as many as requested', async () => {
    const { store } = await open();
    const buyerId = newId();
    const made = (await weighing(store, buyerId, [20, 20, 20, 20, 20])).toReversed();
    expect(await pages(store, buyerId, { limit: 2, maxBytes: PLENTY })).toEqual([
      made.slice(0, 2),
      made.slice(2, 4),
      made.slice(4),
    ]);
    expect(await pages(store, buyerId, { limit: 5, maxBytes: PLENTY })).toEqual([made]);
    expect(await pages(store, newId(), { limit: 5, maxBytes: PLENTY })).toEqual([[]]);
  });

  it('end early when bodies and results would exceed the bytes of a page', async () => {
    const { store } = await open();
    const buyerId = newId();
    const made = (await weighing(store, buyerId, [40, 40, 30, 30, 30])).toReversed();
    expect(await pages(store, buyerId, { limit: 5, maxBytes: 100 })).toEqual([
      made.slice(0, 3),
      made.slice(3),
    ]);
    expect(await pages(store, buyerId, { limit: 5, maxBytes: 89 })).toEqual([
      made.slice(0, 2),
      made.slice(2, 4),
      made.slice(4),
    ]);
  });

  it('of summaries contain as many as requested, and read neither bodies nor results', async () => {
    const { store } = await open();
    const buyerId = newId();
    const made = (await weighing(store, buyerId, [5_000, 5_000, 5_000])).toReversed();
    const first = await store.orders.find(made[0] ?? '');
    const filters: OrderFilter[] = [
      { buyerId },
      { buyerId, state: 'completed' },
      { buyerId, metadata: { job: 'nightly' } },
      { sellerListingId: first?.listingId ?? '' },
      { sellerId: first?.sellerId ?? '' },
    ];
    for (const filter of filters) {
      const page = { limit: 2, after: null, maxBytes: 30, isSummary: true };
      const { items, more } = await store.orders.list(filter, page, OPERATOR);
      const whole = await store.orders.list(
        filter,
        { ...page, maxBytes: PLENTY, isSummary: false },
        OPERATOR,
      );
      const expected = whole.items.map((order) => ({
        ...order,
        requestJson: null,
        resultJson: null,
      }));
      expect([filter, items, more]).toEqual([filter, expected, whole.more]);
      expect(items).toHaveLength(filter.metadata ? 0 : 2);
    }
  });

  it('contain at least one order, however large it is', async () => {
    const { store } = await open();
    const buyerId = newId();
    const made = (await weighing(store, buyerId, [20, 5_000, 20])).toReversed();
    expect(await pages(store, buyerId, { limit: 5, maxBytes: 30 })).toEqual(made.map((id) => [id]));
  });

  it('count bytes, not characters', async () => {
    const { store } = await open();
    const buyerId = newId();
    const { id: listingId } = await published(store);
    const requestJson = JSON.stringify('€'.repeat(10));
    for (let n = 0; n < 2; n++) await placed(store, { buyerId, listingId, requestJson });
    expect(await pages(store, buyerId, { limit: 5, maxBytes: 63 })).toHaveLength(2);
    expect(await pages(store, buyerId, { limit: 5, maxBytes: 64 })).toHaveLength(1);
  });
});
