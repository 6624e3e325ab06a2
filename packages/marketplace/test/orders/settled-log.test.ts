// docs/adr/0009-settled-orders-are-a-log.md: who follows settled orders misses none, in any order of
// commits, whatever settled them.
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../src/database/engine.ts';
import { all, type Dialect, type Operation } from '../../src/database/operation.ts';
import { advanceFollower, endOf, followerPosition, logged } from '../../src/orders/sql-log.ts';
import { settleOpenOrders } from '../../src/orders/sql-settle.ts';
import { ENGINES } from '../database/engines.ts';
import { FAILED, newAccount, newId, placed, settled } from '../database/samples.ts';
import { continueLog } from '../../src/database/log-numbers.ts';

const WAITED_TOO_LONG_MS = 10 * 60_000;
const LEASE_MS = 40_000;
const DAY_MS = 24 * 60 * 60_000;

/** What a check refuses: errors tell no more of it, for a message may repeat values. */
const BY_A_CHECK = { code: expect.stringMatching(/^(23514|SQLITE_CONSTRAINT_CHECK)$/) };

const LEDGER = 'ledger';

/** Moves a follower to the end of the log; the ids that it passes, as statistics and webhooks read them. */
function* follow(dialect: Dialect): Operation<string[]> {
  const from = yield* followerPosition(dialect, LEDGER);
  const to = yield* endOf(dialect, from, 100);
  if (!to) return [];
  const passed = yield* all(logged(dialect, from).select('id').limit(100));
  yield* advanceFollower(dialect, { name: LEDGER, from, to });
  return passed.map(({ id }) => id);
}

/** A follower that remembers what it has passed. */
function follower(engine: Engine) {
  const ids: string[] = [];
  async function run(): Promise<number> {
    const passed = await engine.write(follow, undefined);
    ids.push(...passed);
    return passed.length;
  }
  return { ids, run };
}

describe.each(ENGINES)('the log of settled orders on $name', ({ open }) => {
  it('has every settled order once, in the order in which they settled', async () => {
    const { store, engine } = await open();
    const first = await settled(store);
    const second = await settled(store, { settlement: FAILED });
    await placed(store);
    const { ids, run } = follower(engine);
    expect(await run()).toBe(2);
    expect(ids).toEqual([first.id, second.id]);
    const third = await settled(store);
    await run();
    expect(await run()).toBe(0);
    expect(ids).toEqual([first.id, second.id, third.id]);
  });

  it('has orders that no response settled', async () => {
    const { store, clock, engine } = await open();
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
    const { ids, run } = follower(engine);
    await run();
    expect(ids).toEqual([unavailable.id, expired.id, lost.id, running.id]);
  });

  it('cannot be bypassed: an order that settles without a position in the log is refused', async () => {
    const { store, sql } = await open();
    await placed(store);
    await expect(sql("UPDATE orders SET state = 'failed'")).rejects.toMatchObject(BY_A_CHECK);
  });

  it('advances a follower for only one of two processes', async () => {
    const { engine } = await open();
    const to = { number: 1, orderId: newId() };
    const move = { name: LEDGER, from: undefined, to };
    const moves = [1, 2].map(() => engine.writeOnce(advanceFollower, move));
    expect((await Promise.all(moves)).toSorted((a, b) => Number(a) - Number(b))).toEqual([
      false,
      true,
    ]);
    expect(await engine.read(followerPosition, LEDGER)).toEqual(to);
  });

  it('continues from the same position after retention has deleted every order', async () => {
    const { store, clock, engine } = await open();
    await settled(store, { madeAtMs: clock.now() });
    const { ids, run } = follower(engine);
    await run();
    clock.move(DAY_MS + 1);
    const pruned = await store.orders.prune({ ageMs: DAY_MS, nowMs: clock.now() + 1 }, 10);
    expect(pruned).toBe(1);
    const { id } = await settled(store);
    await run();
    expect(ids.at(-1)).toBe(id);
  });

  it('keeps its order when the clock is set back', async () => {
    const { store, clock, engine } = await open();
    const first = await settled(store);
    clock.move(-DAY_MS);
    const second = await settled(store);
    const { ids, run } = follower(engine);
    await run();
    expect(ids).toEqual([first.id, second.id]);
  });
});

const POSTGRES = ENGINES.filter(({ name }) => name.startsWith('postgres'));

describe.each(POSTGRES)('the log of settled orders on $name', ({ open }) => {
  it('shows no order until every order before it is committed', async () => {
    const { store, engine } = await open();
    const [slow, quick] = [await placed(store), await placed(store)];
    const { ids, run } = follower(engine);
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
    const move = { name: LEDGER, from: undefined, to: before };
    expect(await engine.writeOnce(advanceFollower, move)).toBe(true);
    await engine.write(continueLog, undefined);
    await engine.write(continueLog, undefined);
    expect(await sql('SELECT base FROM settled_log')).toHaveLength(1);
    const { id } = await settled(store);
    const { ids, run } = follower(engine);
    await run();
    expect(ids).toEqual([id]);
  });
});
