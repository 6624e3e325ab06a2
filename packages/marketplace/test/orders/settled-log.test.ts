// docs/adr/0009-settled-orders-are-a-log.md: who follows settled orders misses none, in any order of
// commits, whatever settled them.
import { describe, expect, it } from 'vitest';
import { followSettled } from '../../src/orders/follow-settled.ts';
import type { LoggedOrder } from '../../src/orders/sql-log.ts';
import { settleOpenOrders } from '../../src/orders/sql-settle.ts';
import { ENGINES } from '../database/engines.ts';
import { FAILED, newAccount, newId, placed, settled } from '../database/samples.ts';
import { continueLog } from '../../src/database/log-numbers.ts';

const WAITED_TOO_LONG_MS = 10 * 60_000;
const LEASE_MS = 40_000;
const DAY_MS = 24 * 60 * 60_000;

/** What a check refuses: errors tell no more of it, for a message may repeat values. */
const BY_A_CHECK = { code: expect.stringMatching(/^(23514|SQLITE_CONSTRAINT_CHECK)$/) };

/** A follower that remembers the ids it was handed. */
function follower(store: { settledLog: Parameters<typeof followSettled>[0]['settledLog'] }) {
  const ids: string[] = [];
  const run = () =>
    followSettled(store, 'ledger', (orders: readonly LoggedOrder[]) => {
      ids.push(...orders.map(({ id }) => id));
      return Promise.resolve();
    });
  return { ids, run };
}

describe.each(ENGINES)('the log of settled orders on $name', ({ open }) => {
  it('has every settled order once, in the order in which they settled', async () => {
    const { store } = await open();
    const first = await settled(store);
    const second = await settled(store, { settlement: FAILED });
    await placed(store);
    const { ids, run } = follower(store);
    expect(await run()).toBe(2);
    expect(ids).toEqual([first.id, second.id]);
    const third = await settled(store);
    await run();
    expect(await run()).toBe(0);
    expect(ids).toEqual([first.id, second.id, third.id]);
  });

  it('has no inputs and results, which would make a page large', async () => {
    const { store } = await open();
    await settled(store);
    const page = await store.settledLog.read(undefined, 1);
    expect(page?.orders).toHaveLength(1);
    expect(page?.orders[0]).not.toHaveProperty('requestJson');
    expect(page?.orders[0]).not.toHaveProperty('resultJson');
  });

  it('has orders that no response settled', async () => {
    const { store, clock } = await open();
    const buyerId = await newAccount(store);
    const unavailable = await placed(store, { leaseOwner: null, buyerId });
    await store.accounts.suspend(buyerId, 'Fraud');
    const expired = await placed(store, { leaseOwner: null });
    clock.move(WAITED_TOO_LONG_MS);
    await store.orders.expireWaiting();
    const lost = await placed(store, { leaseOwner: 'another' });
    clock.move(LEASE_MS + 1);
    await store.orders.interruptLost({ leaseOwner: 'this', liveIds: [], orphans: false });
    const running = await placed(store);
    await store.orders.interruptOpen();
    const { ids, run } = follower(store);
    await run();
    expect(ids).toEqual([unavailable.id, expired.id, lost.id, running.id]);
  });

  it('cannot be bypassed: an order that settles without a position in the log is refused', async () => {
    const { store, sql } = await open();
    await placed(store);
    await expect(sql("UPDATE orders SET state = 'failed'")).rejects.toMatchObject(BY_A_CHECK);
  });

  it('returns a page again if its follower failed', async () => {
    const { store } = await open();
    const { id } = await settled(store);
    const failing = followSettled(store, 'ledger', () => Promise.reject(new Error('Full disk')));
    await expect(failing).rejects.toThrow('Full disk');
    const { ids, run } = follower(store);
    await run();
    expect(ids).toEqual([id]);
  });

  it('advances a follower for only one of two processes', async () => {
    const { store } = await open();
    await settled(store);
    const page = await store.settledLog.read(undefined, 1);
    if (!page) throw new Error('The log is empty.');
    const moves = [1, 2].map(() => store.settledLog.advance('ledger', undefined, page.position));
    expect((await Promise.all(moves)).toSorted((a, b) => Number(a) - Number(b))).toEqual([
      false,
      true,
    ]);
    expect(await store.settledLog.position('ledger')).toEqual(page.position);
  });

  it('continues from the same position after retention has deleted every order', async () => {
    const { store, clock } = await open();
    await settled(store, { madeAtMs: clock.now() });
    const { ids, run } = follower(store);
    await run();
    clock.move(DAY_MS + 1);
    const pruned = await store.orders.prune({ ageMs: DAY_MS, nowMs: clock.now() + 1 }, 10);
    expect(pruned).toBe(1);
    const { id } = await settled(store);
    await run();
    expect(ids.at(-1)).toBe(id);
  });

  it('keeps its order when the clock is set back', async () => {
    const { store, clock } = await open();
    const first = await settled(store);
    clock.move(-DAY_MS);
    const second = await settled(store);
    const { ids, run } = follower(store);
    await run();
    expect(ids).toEqual([first.id, second.id]);
  });
});

const POSTGRES = ENGINES.filter(({ name }) => name.startsWith('postgres'));

describe.each(POSTGRES)('the log of settled orders on $name', ({ open }) => {
  it('shows no order until every order before it is committed', async () => {
    const { store, engine } = await open();
    const [slow, quick] = [await placed(store), await placed(store)];
    const { ids, run } = follower(store);
    await engine.write(
      (dialect) =>
        settleOpenOrders(dialect, 'interrupted', (orders) => orders.where('id', '=', slow.id)),
      undefined,
      async () => {
        await store.orders.settle(quick, 'this', FAILED);
        expect(await run()).toBe(0);
      },
    );
    await run();
    expect(ids).toEqual([slow.id, quick.id]);
  });

  it('continues in a server whose transaction ids start over', async () => {
    const { store, engine, sql } = await open();
    // As if everything before had settled in a server that was much older.
    const before = { number: 10 ** 14, orderId: newId() };
    expect(await store.settledLog.advance('ledger', undefined, before)).toBe(true);
    await engine.write(continueLog, undefined);
    await engine.write(continueLog, undefined);
    expect(await sql('SELECT base FROM settled_log')).toHaveLength(1);
    const { id } = await settled(store);
    const { ids, run } = follower(store);
    await run();
    expect(ids).toEqual([id]);
  });
});
