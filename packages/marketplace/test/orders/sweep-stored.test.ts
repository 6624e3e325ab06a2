// docs/buy/orders.md#guarantees: lost calls, orders that wait too long, and orders of a restored backup.
import { LIMITS } from '@mkt/protocol';
import { describe, expect, it } from 'vitest';
import { ENGINES } from '../database/engines.ts';
import { placed, published, settled } from '../database/samples.ts';

const LEASE_MS = 40_000;

describe.each(ENGINES)('the sweep of lost calls on $name', ({ open }) => {
  const sweep = (more: { liveIds?: Iterable<string>; orphans?: boolean } = {}) => ({
    leaseOwner: 'this',
    liveIds: [],
    orphans: false,
    ...more,
  });

  it('settles a call once its lease has expired, and not before', async () => {
    const { store, clock } = await open();
    const { id } = await placed(store, { leaseOwner: 'another' });
    clock.move(LEASE_MS);
    expect(await store.orders.interruptLost(sweep())).toEqual([]);
    clock.move(1);
    expect(await store.orders.interruptLost(sweep())).toMatchObject([{ id }]);
    expect(await store.orders.find(id)).toMatchObject({
      state: 'failed',
      errorMessage: 'Interrupted: the outcome is unknown',
      failure: { kind: 'interrupted' },
      completedAtMs: clock.now(),
      resultJson: null,
    });
    expect(await store.orders.interruptLost(sweep())).toEqual([]);
  });

  it('measures the lease from the claim', async () => {
    const { store, clock } = await open();
    const { id } = await placed(store, { leaseOwner: null });
    clock.move(60_000);
    await store.orders.claim(id, 'another');
    clock.move(LEASE_MS);
    expect(await store.orders.interruptLost(sweep())).toEqual([]);
    clock.move(1);
    expect(await store.orders.interruptLost(sweep())).toMatchObject([{ id }]);
  });

  it('never settles a live call of its own process, however old', async () => {
    const { store, clock } = await open();
    const live = await placed(store);
    const lost = await placed(store);
    clock.move(10 * LEASE_MS);
    const ended = await store.orders.interruptLost(sweep({ liveIds: [live.id], orphans: true }));
    expect(ended).toMatchObject([{ id: lost.id }]);
    expect(await store.orders.find(live.id)).toMatchObject({ state: 'running' });
  });

  it('never settles a call of its own process that began after the sweep was requested', async () => {
    const { store, clock } = await open();
    const { id } = await placed(store);
    clock.move(LEASE_MS + 1);
    const live = new Set<string>();
    const sweeping = store.orders.interruptLost(sweep({ liveIds: live }));
    live.add(id);
    expect(await sweeping).toEqual([]);
  });

  it('distinguishes many live calls from lost ones', async () => {
    const { store, clock } = await open();
    const { id: listingId } = await published(store);
    const ids: string[] = [];
    while (ids.length < 400) {
      const some = Array.from({ length: 20 }, () => placed(store, { listingId }));
      ids.push(...(await Promise.all(some)).map(({ id }) => id));
    }
    clock.move(LEASE_MS + 1);
    const liveIds = ids.filter((_, n) => n % 2 === 0);
    const ended = await store.orders.interruptLost(sweep({ liveIds }));
    expect(new Set(ended.map(({ id }) => id))).toEqual(new Set(ids.filter((_, n) => n % 2 === 1)));
  });

  it('does not settle calls of other processes during their lease', async () => {
    const { store } = await open();
    await placed(store, { leaseOwner: 'another' });
    expect(await store.orders.interruptLost(sweep())).toEqual([]);
  });

  it('settles them at once if a lock guarantees that no other process runs', async () => {
    const { store } = await open();
    const orphan = await placed(store, { leaseOwner: 'before' });
    const own = await placed(store);
    const waiting = await placed(store, { leaseOwner: null });
    expect(await store.orders.interruptLost(sweep({ orphans: true }))).toMatchObject([
      { id: orphan.id },
    ]);
    expect(await store.orders.find(own.id)).toMatchObject({ state: 'running' });
    expect(await store.orders.find(waiting.id)).toMatchObject({ state: 'pending' });
  });
});

describe.each(ENGINES)('waiting orders on $name', ({ open }) => {
  it('are listed oldest first, up to the limit', async () => {
    const { store } = await open();
    const orders = [];
    for (let n = 0; n < 3; n++) orders.push(await placed(store, { leaseOwner: null }));
    await placed(store);
    await settled(store);
    const expected = orders.map(({ id, buyerId, sellerId }) => ({ id, buyerId, sellerId }));
    expect(await store.orders.waiting(10)).toEqual(expected);
    expect(await store.orders.waiting(2)).toEqual(expected.slice(0, 2));
  });

  it('expire after ten minutes, and not before', async () => {
    const { store, clock } = await open();
    const { id } = await placed(store, { leaseOwner: null });
    clock.move(LIMITS.pendingExpiryMs - 1);
    const younger = await placed(store, { leaseOwner: null });
    expect(await store.orders.expireWaiting()).toEqual([]);
    clock.move(1);
    expect(await store.orders.expireWaiting()).toMatchObject([{ id }]);
    expect(await store.orders.find(id)).toMatchObject({
      state: 'failed',
      failure: { kind: 'expired' },
      startedAtMs: null,
      completedAtMs: clock.now(),
    });
    expect(await store.orders.waiting(10)).toMatchObject([{ id: younger.id }]);
  });

  it('do not expire while they run', async () => {
    const { store, clock } = await open();
    await placed(store);
    clock.move(2 * LIMITS.pendingExpiryMs);
    expect(await store.orders.expireWaiting()).toEqual([]);
  });
});

describe.each(ENGINES)('after a restore on $name', ({ open }) => {
  it('every open order is settled as interrupted, and no other changes', async () => {
    const { store } = await open();
    const done = await settled(store);
    const open1 = await placed(store);
    const open2 = await placed(store, { leaseOwner: null });
    expect(await store.orders.interruptOpen()).toBe(2);
    for (const { id } of [open1, open2]) {
      expect(await store.orders.find(id)).toMatchObject({ failure: { kind: 'interrupted' } });
    }
    expect(await store.orders.find(done.id)).toEqual(done);
    expect(await store.orders.interruptOpen()).toBe(0);
  });
});
