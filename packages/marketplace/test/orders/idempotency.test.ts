// docs/buy/orders.md#idempotency.
import { OPERATOR } from '../../src/market/caller.ts';
import { createHash } from 'node:crypto';
import { LIMITS } from '@mkt/protocol';
import { describe, expect, it } from 'vitest';
import { ENGINES } from '../database/engines.ts';
import { FIRST_PAGE, newId, newOrder, placed, published } from '../database/samples.ts';

const bodyHash = (body: string) => createHash('sha256').update(body).digest();
const keyed = (key: string, body = 'body') => ({ key, bodyHash: bodyHash(body) });

describe.each(ENGINES)('an idempotency key on $name', ({ open }) => {
  it('identifies the order that took it', async () => {
    const { store } = await open();
    const order = await newOrder(store, { idempotency: keyed('k') });
    expect((await store.orders.insert(order)).kind).toBe('inserted');
    const found = await store.orders.findReplay(order.buyerId, 'k', bodyHash('body'));
    expect(found).toEqual({ orderId: order.id, sameBody: true });
    expect(await store.orders.findReplay(order.buyerId, 'k', bodyHash('other'))).toEqual({
      orderId: order.id,
      sameBody: false,
    });
  });

  it('belongs to one account', async () => {
    const { store } = await open();
    await placed(store, { idempotency: keyed('k') });
    expect(await store.orders.findReplay(newId(), 'k', bodyHash('body'))).toBeUndefined();
    expect(await placed(store, { idempotency: keyed('k') })).toMatchObject({ state: 'running' });
  });

  it('a key with another body is detected at the insert too', async () => {
    const { store } = await open();
    const buyerId = newId();
    const { id } = await placed(store, { buyerId, idempotency: keyed('k') });
    const other = await newOrder(store, { buyerId, idempotency: keyed('k', 'other') });
    expect(await store.orders.insert(other)).toEqual({
      kind: 'replayed',
      orderId: id,
      sameBody: false,
    });
    expect(await store.orders.find(other.id)).toBeUndefined();
  });

  it('is taken by one of many concurrent orders, and the others return that order', async () => {
    const { store } = await open();
    const buyerId = newId();
    const { id: listingId } = await published(store);
    const orders = await Promise.all(
      Array.from({ length: 25 }, () =>
        newOrder(store, { buyerId, listingId, idempotency: keyed('k') }),
      ),
    );
    const outcomes = await Promise.all(orders.map((order) => store.orders.insert(order)));
    const inserted = outcomes.filter((outcome) => outcome.kind === 'inserted');
    expect(inserted).toHaveLength(1);
    const orderId = inserted[0]?.order.id;
    for (const outcome of outcomes) {
      if (outcome.kind === 'replayed') expect(outcome).toMatchObject({ orderId, sameBody: true });
    }
    const { items: stored } = await store.orders.list({ buyerId }, FIRST_PAGE, OPERATOR);
    expect(stored.map(({ id }) => id)).toEqual([orderId]);
  });

  it('expires after 24 hours and is taken by the next order', async () => {
    const { store, clock, sql } = await open();
    const buyerId = newId();
    const first = await placed(store, { buyerId, idempotency: keyed('k') });
    clock.move(LIMITS.idempotencyMs - 1);
    expect(await store.orders.findReplay(buyerId, 'k', bodyHash('body'))).toMatchObject({
      orderId: first.id,
    });
    clock.move(1);
    expect(await store.orders.findReplay(buyerId, 'k', bodyHash('body'))).toBeUndefined();
    const second = await placed(store, { buyerId, idempotency: keyed('k', 'other') });
    expect(await store.orders.findReplay(buyerId, 'k', bodyHash('other'))).toEqual({
      orderId: second.id,
      sameBody: true,
    });
    expect(await sql('SELECT order_id FROM idempotency_key')).toEqual([{ order_id: second.id }]);
  });

  it('is taken by one of many concurrent orders after it expired', async () => {
    const { store, clock } = await open();
    const buyerId = newId();
    const { listingId } = await placed(store, { buyerId, idempotency: keyed('k') });
    clock.move(LIMITS.idempotencyMs);
    const orders = await Promise.all(
      Array.from({ length: 10 }, () =>
        newOrder(store, { buyerId, listingId, idempotency: keyed('k') }),
      ),
    );
    const outcomes = await Promise.all(orders.map((order) => store.orders.insert(order)));
    expect(outcomes.filter(({ kind }) => kind === 'inserted')).toHaveLength(1);
  });

  it('is not taken by an order that could not be stored', async () => {
    const { store } = await open();
    const taken = await placed(store);
    const order = await newOrder(store, { idempotency: keyed('k') });
    await expect(store.orders.insert({ ...order, id: taken.id })).rejects.toThrow();
    expect(await store.orders.findReplay(order.buyerId, 'k', bodyHash('body'))).toBeUndefined();
  });

  it('is distinct for every printable text', async () => {
    const { store } = await open();
    const buyerId = newId();
    const { id: listingId } = await published(store);
    const keys = ['a', 'A', ' a', 'a ', "'; DROP TABLE orders;--", '%', '_', 'x'.repeat(255)];
    const ids = [];
    for (const key of keys) {
      ids.push((await placed(store, { buyerId, listingId, idempotency: keyed(key) })).id);
    }
    for (const [at, key] of keys.entries()) {
      expect(await store.orders.findReplay(buyerId, key, bodyHash('body'))).toMatchObject({
        orderId: ids[at],
      });
    }
  });

  it('is pruned once it has expired, in portions', async () => {
    const { store, clock } = await open();
    const { id: listingId } = await published(store);
    for (let n = 0; n < 5; n++) await placed(store, { listingId, idempotency: keyed(`k${n}`) });
    clock.move(LIMITS.idempotencyMs - 1);
    const buyerId = newId();
    await placed(store, { listingId, buyerId, idempotency: keyed('young') });
    expect(await store.orders.pruneIdempotencyKeys(3)).toBe(0);
    clock.move(1);
    expect(await store.orders.pruneIdempotencyKeys(3)).toBe(3);
    expect(await store.orders.pruneIdempotencyKeys(3)).toBe(2);
    expect(await store.orders.pruneIdempotencyKeys(3)).toBe(0);
    expect(await store.orders.findReplay(buyerId, 'young', bodyHash('body'))).toBeDefined();
  });
});
