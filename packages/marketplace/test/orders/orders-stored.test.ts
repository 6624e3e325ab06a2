// docs/buy/orders.md#states and docs/buy/orders.md#guarantees: claims, leases and outcomes.
import { LIMITS } from '@mkt/protocol';
import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../src/market/caller.ts';
import { ENGINES } from '../database/engines.ts';
import {
  changed,
  COMPLETED,
  content,
  FAILED,
  FIRST_PAGE,
  newId,
  newOrder,
  newSecret,
  placed,
  published,
  settled,
} from '../database/samples.ts';

const LEASE_MS = 40_000;

describe.each(ENGINES)('a new order on $name', ({ open }) => {
  it('an order that runs at once is read as it was written', async () => {
    const { store, clock } = await open();
    const listing = await published(store, { priceMicros: 5 });
    const order = await newOrder(store, { listingId: listing.id });
    const inserted = await store.orders.insert(order);
    const expected = {
      id: order.id,
      listingId: listing.id,
      listing: { slug: listing.slug, title: listing.content.title },
      buyerId: order.buyerId,
      sellerId: listing.accountId,
      buyerPseudonym: 'buyer_x',
      keyId: null,
      metadataJson: null,
      trace: null,
      state: 'running',
      requestJson: '{"city":"Bern"}',
      resultJson: null,
      errorMessage: null,
      failure: null,
      outputValid: null,
      outputErrors: null,
      price: { amountMicros: 5, currency: 'USD', unit: 'call' },
      revision: 1,
      createdAtMs: clock.now(),
      startedAtMs: clock.now(),
      completedAtMs: null,
    };
    expect(inserted).toEqual({ kind: 'inserted', order: expected });
    expect(await store.orders.find(order.id)).toEqual(expected);
  });

  it('names its listing by its current title, in lists too', async () => {
    const { store } = await open();
    const listing = await published(store);
    const { slug } = listing;
    const { id, buyerId } = await settled(store, { listingId: listing.id });
    const title = 'Weather by town';
    await changed(store, listing, { content: content({ title }) });
    expect((await store.orders.find(id))?.listing).toEqual({ slug, title });
    for (const isSummary of [true, false]) {
      const page = { ...FIRST_PAGE, isSummary };
      const { items } = await store.orders.list({ buyerId }, page, OPERATOR);
      expect(items.map((order) => order.listing)).toEqual([{ slug, title }]);
    }
    const next = await placed(store, { listingId: listing.id });
    expect(next.listing).toEqual({ slug, title });
  });

  it('an order without a call slot waits and has not started', async () => {
    const { store } = await open();
    const order = await placed(store, { leaseOwner: null });
    expect(order).toMatchObject({ state: 'pending', startedAtMs: null });
  });

  it('keeps any text that JSON can hold', async () => {
    const { store } = await open();
    const requestJson = '{"a":"\\u0000\\ud800 😀","__proto__":1,"__proto__":2}';
    const { id } = await placed(store, { requestJson });
    expect((await store.orders.find(id))?.requestJson).toBe(requestJson);
  });

  it('an order with a duplicate id is refused and does not change the existing one', async () => {
    const { store } = await open();
    const order = await newOrder(store);
    await store.orders.insert(order);
    await expect(store.orders.insert({ ...order, requestJson: '1' })).rejects.toThrow();
    expect(await store.orders.find(order.id)).toMatchObject({ requestJson: '{"city":"Bern"}' });
  });
});

describe.each(ENGINES)('the target of an activation on $name', ({ open }) => {
  it('is found by id and by slug, with its secret', async () => {
    const { store } = await open();
    const secret = newSecret();
    const listing = await published(store, { secret });
    const target = await store.orders.target(listing.id);
    expect(target).toEqual({
      listingId: listing.id,
      name: { slug: listing.slug, title: listing.content.title },
      version: listing.version,
      sellerId: listing.accountId,
      status: 'published',
      revision: 1,
      price: listing.content.price,
      method: 'POST',
      endpointPath: 'https://seller.example.com/run',
      inputSchemaHash: null,
      outputSchemaHash: null,
      secrets: [secret],
    });
    expect(await store.orders.target(listing.slug)).toEqual(target);
  });

  it('is undefined for an unknown listing', async () => {
    const { store } = await open();
    expect(await store.orders.target(newId())).toBeUndefined();
    expect(await store.orders.target('unknown-slug')).toBeUndefined();
  });
});

describe.each(ENGINES)('a claim on $name', ({ open }) => {
  it('starts a waiting order and returns everything that its call needs', async () => {
    const { store, clock } = await open();
    const secret = newSecret();
    const listing = await published(store, { secret });
    const order = await placed(store, { listingId: listing.id, leaseOwner: null });
    clock.move(3_000);
    expect(await store.orders.claim(order.id, 'this')).toEqual({
      order: { ...order, state: 'running', startedAtMs: clock.now() },
      call: {
        method: 'POST',
        endpointPath: 'https://seller.example.com/run',
        secrets: [secret],
        outputSchemaHash: null,
        status: 'published',
      },
    });
  });

  it('succeeds for one of many', async () => {
    const { store } = await open();
    const { id } = await placed(store, { leaseOwner: null });
    const claims = await Promise.all(
      Array.from({ length: 10 }, (_, n) => store.orders.claim(id, `process-${n}`)),
    );
    expect(claims.filter((claim) => claim !== undefined)).toHaveLength(1);
  });

  it('is refused for an order that runs, is settled or does not exist', async () => {
    const { store } = await open();
    expect(await store.orders.claim((await placed(store)).id, 'this')).toBeUndefined();
    expect(await store.orders.claim((await settled(store)).id, 'this')).toBeUndefined();
    expect(await store.orders.claim(newId(), 'this')).toBeUndefined();
  });

  it('is refused for an order that waited too long, even before a sweep', async () => {
    const { store, clock } = await open();
    const { id } = await placed(store, { leaseOwner: null });
    clock.move(LIMITS.pendingExpiryMs);
    expect(await store.orders.claim(id, 'this')).toBeUndefined();
    expect(await store.orders.find(id)).toMatchObject({ state: 'pending' });
  });

  it('returns the current state of the listing', async () => {
    const { store } = await open();
    const listing = await published(store);
    const { id } = await placed(store, { listingId: listing.id, leaseOwner: null });
    await changed(store, listing, { status: 'paused' });
    expect((await store.orders.claim(id, 'this'))?.call).toMatchObject({ status: 'paused' });
  });
});

describe.each(ENGINES)('settling on $name', ({ open }) => {
  it('completes an order with its result', async () => {
    const { store, clock } = await open();
    const order = await placed(store);
    clock.move(250);
    const outputErrors = [{ path: '/a', message: 'is required', keyword: 'required' }];
    const settlement = { ...COMPLETED, outputValid: false, outputErrors } as const;
    expect(await store.orders.settle(order, 'this', settlement)).toEqual({
      ...order,
      state: 'completed',
      resultJson: '{"sky":"blue"}',
      outputValid: false,
      outputErrors,
      completedAtMs: clock.now(),
    });
  });

  it('fails an order with its reason', async () => {
    const { store, clock } = await open();
    const order = await placed(store);
    expect(await store.orders.settle(order, 'this', FAILED)).toEqual({
      ...order,
      state: 'failed',
      errorMessage: 'Upstream service returned 503',
      failure: { kind: 'seller_status', sellerStatus: 503, sellerMessage: 'Out' },
      completedAtMs: clock.now(),
    });
  });

  it('happens once: later attempts change nothing', async () => {
    const { store, clock } = await open();
    const order = await settled(store);
    clock.move(1_000);
    expect(await store.orders.settle(order, 'this', FAILED)).toBeUndefined();
    expect(await store.orders.find(order.id)).toEqual(order);
  });

  it('succeeds for one of two concurrent attempts', async () => {
    const { store } = await open();
    const order = await placed(store);
    const outcomes = await Promise.all([
      store.orders.settle(order, 'this', COMPLETED),
      store.orders.settle(order, 'this', FAILED),
    ]);
    // Which one is up to the database if each has a connection of its own.
    const [settled, ...others] = outcomes.filter((outcome) => outcome !== undefined);
    expect(others).toEqual([]);
    expect(settled?.id).toBe(order.id);
    expect(await store.orders.find(order.id)).toEqual(settled);
  });

  it('is only possible for the owner of the lease', async () => {
    const { store } = await open();
    const order = await placed(store, { leaseOwner: 'another' });
    expect(await store.orders.settle(order, 'this', COMPLETED)).toBeUndefined();
    expect(await store.orders.find(order.id)).toEqual(order);
  });

  it('changes neither a waiting nor a missing order', async () => {
    const { store } = await open();
    const waiting = await placed(store, { leaseOwner: null });
    for (const order of [waiting, { ...waiting, id: newId() }]) {
      expect(await store.orders.settle(order, 'this', COMPLETED)).toBeUndefined();
    }
    expect(await store.orders.find(waiting.id)).toEqual(waiting);
  });

  it('changes nothing for a process that was paused past its lease', async () => {
    const { store, clock } = await open();
    const order = await placed(store, { leaseOwner: 'paused' });
    clock.move(LEASE_MS + 1);
    await store.orders.interruptLost({ leaseOwner: 'this', liveIds: [], orphans: false });
    expect(await store.orders.settle(order, 'paused', COMPLETED)).toBeUndefined();
    const stored = await store.orders.find(order.id);
    expect(stored).toMatchObject({ state: 'failed', failure: { kind: 'interrupted' } });
  });
});
