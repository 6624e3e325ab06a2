// docs/buy/spending.md#budgets: what counts against a key is exactly the price of its open and completed
// orders, whatever ends them.
import { describe, expect, it } from 'vitest';
import type { KeyBudget } from '../../src/keys/budget.ts';
import type { Store } from '../../src/server/context.ts';
import { ENGINES } from '../database/engines.ts';
import { COMPLETED, FAILED, newAccount, newKey, newOrder, published } from '../database/samples.ts';

const PRICE_MICROS = 20_000;
const LEASE_MS = 40_000;
const DAY_MS = 86_400_000;

const budgetFor = (orders: number, rules: Partial<KeyBudget> = {}): KeyBudget => ({
  limitMicros: orders * PRICE_MICROS,
  currency: 'USD',
  period: 'none',
  maxPriceMicros: null,
  listingIds: null,
  ...rules,
});

/** A buyer with a key and a listing. */
async function buyerWith(store: Store, budget: KeyBudget | null) {
  const buyerId = await newAccount(store);
  const { id: listingId } = await published(store);
  async function addKey(own: KeyBudget | null, parentId: string | null = null): Promise<string> {
    const key = { ...newKey(buyerId), budget: own, parentId };
    await store.apiKeys.insert(key);
    return key.id;
  }
  const keyId = await addKey(budget);
  async function insert(by = keyId, more: { leaseOwner?: null; idempotency?: any } = {}) {
    const order = await newOrder(store, { listingId, buyerId, ...more });
    return store.orders.insert({ ...order, keyId: by });
  }
  async function place(by = keyId, more: { leaseOwner?: null } = {}) {
    const inserted = await insert(by, more);
    if (inserted.kind !== 'inserted') throw new Error(inserted.kind);
    return inserted.order;
  }
  const left = async (id = keyId) => {
    const key = await store.apiKeys.find(id);
    return (key?.remaining?.amountMicros ?? Number.NaN) / PRICE_MICROS;
  };
  const change = async (id: string, to: KeyBudget | null) => {
    const key = await store.apiKeys.find(id);
    const from = key?.budget ?? null;
    return store.apiKeys.update({ id, accountId: buyerId, budget: { from, to } });
  };
  return { buyerId, listingId, keyId, addKey, insert, place, left, change };
}

describe.each(ENGINES)('what counts against a budget on $name', ({ open }) => {
  it('is released by every way in which an order fails, and by no other', async () => {
    const { store, clock } = await open();
    const { buyerId, place, left } = await buyerWith(store, budgetFor(10));
    const { orders } = store;
    await orders.settle(await place(), 'this', COMPLETED);
    expect(await left()).toBe(9);
    await orders.settle(await place(), 'this', FAILED);
    expect(await left()).toBe(9);
    // An outcome that comes twice releases once.
    const twice = await place();
    await Promise.all([orders.settle(twice, 'this', FAILED), orders.settle(twice, 'this', FAILED)]);
    expect(await left()).toBe(9);
    const waiting = await place(undefined, { leaseOwner: null });
    await orders.cancel({ id: waiting.id, buyerId });
    expect(await left()).toBe(9);

    await place();
    await place(undefined, { leaseOwner: null });
    expect(await left()).toBe(7);
    clock.move(LEASE_MS + 1);
    await orders.interruptLost({ leaseOwner: 'other', liveIds: [], orphans: false });
    expect(await left()).toBe(8);
    clock.move(11 * 60_000);
    await orders.expireWaiting();
    expect(await left()).toBe(9);

    await place();
    await place(undefined, { leaseOwner: null });
    expect(await orders.interruptOpen()).toBe(2);
    expect(await left()).toBe(9);
    await place(undefined, { leaseOwner: null });
    await store.accounts.suspend(buyerId, 'Spam.');
    expect(await left()).toBe(9);
  });

  it('admits those of many simultaneous orders for which there is room, and refuses only the others', async () => {
    const { store } = await open();
    const { buyerId, listingId, addKey, insert, left, keyId } = await buyerWith(
      store,
      budgetFor(7),
    );
    const child = await addKey(budgetFor(3), keyId);
    const free = { ...newKey(buyerId) };
    await store.apiKeys.insert(free);
    const twice = { key: 'twice', bodyHash: new Uint8Array(32) };
    const unlimited = async () => {
      const order = await newOrder(store, { listingId, buyerId });
      return store.orders.insert({ ...order, keyId: free.id });
    };
    const outcomes = await Promise.all([
      ...Array.from({ length: 10 }, () => insert(child)),
      ...Array.from({ length: 3 }, () => insert(child, { idempotency: twice })),
      ...Array.from({ length: 10 }, () => insert(keyId)),
      ...Array.from({ length: 5 }, unlimited),
    ]);
    const kinds = outcomes.map(({ kind }) => kind);
    const stored = (from: number, to: number) =>
      kinds.slice(from, to).filter((kind) => kind === 'inserted').length;
    expect(stored(23, 28)).toBe(5);
    expect(stored(0, 13) + stored(13, 23)).toBe(7);
    expect(await left()).toBe(0);
    expect(await left(child)).toBe(3 - stored(0, 13));
  });

  it('has room for an order beside replays of another', async () => {
    const { store } = await open();
    const { insert, left } = await buyerWith(store, budgetFor(2));
    const idempotency = { key: 'once', bodyHash: new Uint8Array(32) };
    const outcomes = await Promise.all([
      ...Array.from({ length: 5 }, () => insert(undefined, { idempotency })),
      insert(),
    ]);
    const inserted = outcomes.filter(({ kind }) => kind === 'inserted');
    expect(inserted).toHaveLength(2);
    expect(outcomes.at(-1)?.kind).toBe('inserted');
    expect(await left()).toBe(0);
  });

  it('applies from the change on to a key and the keys below it, and no longer once removed', async () => {
    const { store } = await open();
    const { keyId, addKey, insert, change, place, left } = await buyerWith(store, null);
    const child = await addKey(null, keyId);
    const grandchild = await addKey(null, child);
    await insert(grandchild);
    await change(keyId, budgetFor(1));
    await place(grandchild);
    expect(await insert(grandchild)).toMatchObject({
      kind: 'budget-exceeded',
      exceeded: { reason: 'limit', keyId },
    });
    expect(await insert(child)).toMatchObject({ kind: 'budget-exceeded' });
    await change(child, budgetFor(5));
    await change(keyId, null);
    expect(await insert(grandchild)).toMatchObject({ kind: 'inserted' });
    expect(await left(child)).toBe(4);
    await change(child, null);
    expect(await insert(grandchild)).toMatchObject({ kind: 'inserted' });
  });

  it('survives a change of the limit and of the period', async () => {
    const { store, clock } = await open();
    const { keyId, change, place, left, insert } = await buyerWith(
      store,
      budgetFor(2, { period: 'day' }),
    );
    await place();
    await place();
    clock.move(DAY_MS);
    expect(await left()).toBe(2);
    await change(keyId, budgetFor(3));
    expect(await left()).toBe(1);
    await change(keyId, budgetFor(1));
    expect(await left()).toBe(0);
    expect(await insert()).toMatchObject({
      exceeded: { remaining: { amountMicros: 0, resetsAtMs: null } },
    });
  });

  it('is changed by one of two requests that read the same budget', async () => {
    const { store } = await open();
    const { keyId, buyerId } = await buyerWith(store, budgetFor(1));
    const from = budgetFor(1);
    const outcomes = await Promise.all(
      [2, 3].map((limit) =>
        store.apiKeys.update({
          id: keyId,
          accountId: buyerId,
          budget: { from, to: budgetFor(limit) },
        }),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'conflict')).toHaveLength(1);
  });

  it('is exact while orders of several keys are placed and fail at the same time', async () => {
    const { store } = await open();
    const { keyId, addKey, insert, left } = await buyerWith(store, budgetFor(30));
    const keys = [keyId, ...(await Promise.all([1, 2, 3].map(() => addKey(budgetFor(9), keyId))))];
    let completed = 0;
    await Promise.all(
      Array.from({ length: 120 }, async (_, n) => {
        const outcome = await insert(keys[n % keys.length]);
        if (outcome.kind !== 'inserted') return;
        const fails = n % 3 === 0;
        await store.orders.settle(outcome.order, 'this', fails ? FAILED : COMPLETED);
        if (!fails) completed += 1;
      }),
    );
    expect(await left()).toBe(30 - completed);
  });
});

describe('an order with a budget, on sqlite', () => {
  it('counts on the day on which it is released when midnight passes while it is placed', async () => {
    const { store, clock } = await ENGINES[0]!.open();
    const { place, left } = await buyerWith(store, budgetFor(4));
    const still = clock.now;
    let days = 0;
    // Every reading of the clock is on another day.
    clock.now = () => still() + DAY_MS * days++;
    const order = await place();
    clock.now = () => still() + DAY_MS * days;
    expect(await left()).toBe(3);
    await store.orders.settle(order, 'this', FAILED);
    expect(await left()).toBe(4);
  });
});
