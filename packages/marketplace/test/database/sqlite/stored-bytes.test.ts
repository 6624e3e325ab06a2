// What an account has stored today is known exactly, although its table is written only now and then.
import { randomBytes } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import Database from 'better-sqlite3';
import { createRandom } from '../../../../../bench/measure/random.ts';
import { createSealing } from '../../../src/database/sealing.ts';
import { StorageUnavailable } from '../../../src/market/refusal.ts';
import { DAY_MS } from '../../../src/market/limits.ts';
import type { Order } from '../../../src/orders/order.ts';
import { createStore, type Store } from '../../../src/server/context.ts';
import { openSqliteStorage } from '../../../src/server/sqlite-storage.ts';
import { interceptSqlite } from '../../../torture/faults/intercept-sqlite.ts';
import { createStillClock, type StillClock } from '../../still-clock.ts';
import { temporaryFolder } from '../engines.ts';
import {
  COMPLETED,
  countStored,
  FAILED,
  newAccount,
  newId,
  newOrder,
  placed,
  published,
  settled,
} from '../samples.ts';

const SEALING = createSealing([randomBytes(32)]);

/** What a process remembers is gone with it; closing writes nothing of it. */
async function openAgain(folder: string, clock: StillClock, before?: Process): Promise<Process> {
  await before?.close();
  const storage = await openSqliteStorage({ folder, clock });
  let isClosed = false;
  async function close(): Promise<void> {
    if (!isClosed) await storage.close();
    isClosed = true;
  }
  onTestFinished(close);
  return { store: createStore({ engine: storage.engine, sealing: SEALING }), close };
}

interface Process {
  store: Store;
  close(): Promise<void>;
}

const bytesOf = ({ requestJson, metadataJson, resultJson }: Order) =>
  [requestJson, metadataJson, resultJson].reduce((sum, text) => sum + (text?.length ?? 0), 0);

describe('the bytes that an account has stored today', () => {
  it('are the same after a crash, whatever happened before', async () => {
    const [folder, clock, random] = [temporaryFolder(), createStillClock(), createRandom(7)];
    let process = await openAgain(folder, clock);
    let { store } = process;
    const { id: listingId } = await published(store);
    const buyers = [newId(), newId(), newId()];
    const one = <Item>(items: readonly Item[]) =>
      items[Math.floor(random() * items.length)] as Item;
    const known = new Map<string, Order>();
    const sum = (buyerId: string) =>
      [...known.values()]
        .filter((order) => order.buyerId === buyerId)
        .reduce((total, order) => total + bytesOf(order), 0);
    const steps = {
      async place() {
        const metadataJson = one([null, '{"job":"nightly"}']);
        const requestJson = JSON.stringify('x'.repeat(Math.floor(random() * 50)));
        const parts = { listingId, buyerId: one(buyers), metadataJson, requestJson };
        const order = await placed(store, parts);
        known.set(order.id, order);
      },
      async settle() {
        const open = [...known.values()].filter(({ state }) => state === 'running');
        if (open.length === 0) return;
        const order = await store.orders.settle(one(open), 'this', one([COMPLETED, FAILED]));
        if (order) known.set(order.id, order);
      },
      async interrupt() {
        await store.orders.interruptOpen();
        for (const order of known.values()) {
          if (order.state === 'running') known.set(order.id, { ...order, state: 'failed' });
        }
      },
      count: () => countStored(store),
      async crash() {
        process = await openAgain(folder, clock, process);
        ({ store } = process);
      },
    };
    const { place, settle, interrupt, count, crash } = steps;
    for (let step = 0; step < 120; step++) {
      const many = Array.from({ length: 4 }, () => [place, place, settle]).flat();
      await one([...many, count, count, crash, interrupt])();
      for (const buyerId of buyers) {
        expect(await store.orders.bytesStoredToday(buyerId)).toBe(sum(buyerId));
      }
    }
  });

  it('are the same when they cannot be written to the table', async () => {
    const [folder, clock] = [temporaryFolder(), createStillClock()];
    let isBroken = false;
    onTestFinished(
      interceptSqlite((sql, run) => {
        if (isBroken && sql === 'COMMIT')
          throw new Database.SqliteError('disk I/O error', 'SQLITE_IOERR');
        return run();
      }),
    );
    const { store } = await openAgain(folder, clock);
    const order = await settled(store);
    const [{ buyerId }, stored] = [order, bytesOf(order)];
    isBroken = true;
    await expect(countStored(store)).rejects.toThrow(StorageUnavailable);
    isBroken = false;
    // Then what the table has is read again.
    const another = await openAgain(folder, clock);
    await newAccount(another.store);
    expect(await store.orders.bytesStoredToday(buyerId)).toBe(stored);
    await countStored(store);
    expect(await store.orders.bytesStoredToday(buyerId)).toBe(stored);
  });

  it('are those of the day on which the input and the result were stored', async () => {
    const clock = createStillClock();
    const { store } = await openAgain(temporaryFolder(), clock);
    const order = await placed(store);
    clock.move(DAY_MS);
    expect(await store.orders.bytesStoredToday(order.buyerId)).toBe(0);
    await store.orders.settle(order, 'this', COMPLETED);
    const result = '{"sky":"blue"}'.length;
    expect(await store.orders.bytesStoredToday(order.buyerId)).toBe(result);
    await countStored(store);
    expect(await store.orders.bytesStoredToday(order.buyerId)).toBe(result);
  });

  it('limit what the next process stores', async () => {
    const [folder, clock] = [temporaryFolder(), createStillClock()];
    const first = await openAgain(folder, clock);
    const { buyerId, listingId } = await settled(first.store);
    const { store } = await openAgain(folder, clock, first);
    const next = await newOrder(store, { listingId, buyerId, maxStoredBytes: 1 });
    expect(await store.orders.insert(next)).toEqual({ kind: 'stored-bytes-exceeded' });
  });
});
