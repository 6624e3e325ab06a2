// The thread that reads lists: snapshot, clock, cancellation, exit.
import { readdirSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DisconnectSource } from '../../../src/structures/async.ts';
import { OPERATOR } from '../../../src/market/caller.ts';
import { StorageUnavailable } from '../../../src/market/refusal.ts';
import type { Operation } from '../../../src/database/operation.ts';
import { createSealing } from '../../../src/database/sealing.ts';
import { createSqliteReader } from '../../../src/database/sqlite/reader.ts';
import { createStore } from '../../../src/server/context.ts';
import { openSqliteStorage } from '../../../src/server/sqlite-storage.ts';
import { createStillClock } from '../../still-clock.ts';
import { temporaryFolder } from '../engines.ts';
import { FIRST_PAGE, newId, placed, published } from '../samples.ts';

function* one(sql: string): Operation<Record<string, unknown>[]> {
  const { rows } = yield { sql, parameters: [] };
  return rows as Record<string, unknown>[];
}

/** Never ends by itself, and checks whether it was cancelled. */
const ENDLESS = `WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n)
  SELECT count(*) FROM n WHERE (n & 63) <> 0 OR mkt_not_cancelled()`;

async function opened() {
  const folder = temporaryFolder();
  const clock = createStillClock();
  const storage = await openSqliteStorage({ folder, clock, exclusive: true });
  const reader = createSqliteReader({ path: `${folder}/market.db`, clock });
  onTestFinished(async () => {
    await reader.close();
    await storage.close();
  });
  const store = createStore({
    engine: storage.engine,
    sealing: createSealing([new Uint8Array(32)]),
  });
  const query = (sql: string, cut = new DisconnectSource()) => reader.run(() => one(sql), cut);
  return { folder, clock, storage, store, reader, query };
}

describe('a list in the reader thread', () => {
  it('includes what its caller wrote before', async () => {
    const { store } = await opened();
    const buyerId = newId();
    for (let n = 1; n <= 20; n++) {
      const { id } = await placed(store, { buyerId });
      const { items } = await store.orders.list({ buyerId }, FIRST_PAGE, OPERATOR);
      expect(items[0]?.id).toBe(id);
      expect(items).toHaveLength(n);
    }
  });

  it('sees the time of the movable clock', async () => {
    const { clock, query } = await opened();
    expect(await query('SELECT mkt_now() AS now')).toEqual([{ now: clock.now() }]);
    clock.move(86_400_000);
    expect(await query('SELECT mkt_now() AS now')).toEqual([{ now: clock.now() }]);
  });

  it('reads one snapshot, and the next list sees later writes', async () => {
    const { store, reader, query } = await opened();
    const count = { sql: 'SELECT count(*) AS n FROM listing', parameters: [] };
    const slow = `WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n LIMIT 1000000)
      SELECT count(*) FROM n`;
    let writing: Promise<unknown> | undefined;
    const counts = await reader.run(function* twice() {
      const before = yield count;
      writing = published(store);
      yield { sql: slow, parameters: [] };
      const after = yield count;
      return [before.rows, after.rows];
    }, new DisconnectSource());
    expect(counts).toEqual([[{ n: 0 }], [{ n: 0 }]]);
    await writing;
    expect(await query('SELECT count(*) AS n FROM listing')).toEqual([{ n: 1 }]);
  });

  it('cannot write', async () => {
    const { query } = await opened();
    await expect(query('DELETE FROM listing')).rejects.toBeInstanceOf(StorageUnavailable);
  });

  it('ends at once when its caller disconnects, and the thread continues', async () => {
    const { query } = await opened();
    await query('SELECT 1');
    const cut = new DisconnectSource();
    const endless = query(ENDLESS, cut);
    await new Promise((resolve) => setImmediate(resolve));
    cut.trigger();
    await expect(endless).rejects.toMatchObject({ type: 'overloaded' });
    expect(await query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('fails if its thread exits, and the next list starts another', async () => {
    const folder = temporaryFolder();
    const clock = createStillClock();
    const path = `${folder}/market.db`;
    const reader = createSqliteReader({ path, clock });
    onTestFinished(() => reader.close());
    const query = () =>
      reader.run(() => one('SELECT count(*) AS n FROM listing'), new DisconnectSource());
    await expect(query()).rejects.toBeInstanceOf(StorageUnavailable);
    const storage = await openSqliteStorage({ folder, clock, exclusive: true });
    onTestFinished(() => storage.close());
    expect(await query()).toEqual([{ n: 0 }]);
  });

  it('fails with the same error as on the main thread', async () => {
    const { query } = await opened();
    await expect(query('SELECT 1 FROM nowhere')).rejects.toMatchObject({ code: 'SQLITE_ERROR' });
  });

  it('leaves only the database file when everything is closed', async () => {
    const { folder, storage, store } = await opened();
    await store.orders.list({}, FIRST_PAGE, OPERATOR);
    await storage.close();
    expect(readdirSync(folder).filter((name) => /-(wal|shm)$/.test(name))).toEqual([]);
  });
});
