// Keys and listings are looked up with every order, and cached until one of their rows changes.
import { createHash, randomBytes } from 'node:crypto';
import Database from 'better-sqlite3';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DAY_MS } from '../../../src/market/limits.ts';
import { StorageUnavailable } from '../../../src/market/refusal.ts';
import { createSealing } from '../../../src/database/sealing.ts';
import type { Lookup } from '../../../src/database/operation.ts';
import { createReadCache } from '../../../src/database/sqlite/read-cache.ts';
import { createStore } from '../../../src/server/context.ts';
import { openSqliteStorage } from '../../../src/server/sqlite-storage.ts';
import { interceptSqlite } from '../../../torture/faults/intercept-sqlite.ts';
import { createStillClock } from '../../still-clock.ts';
import { temporaryFolder } from '../engines.ts';
import {
  actor,
  changed,
  COMPLETED,
  newAccount,
  newId,
  newKey,
  newOrder,
  newSecret,
  placed,
  published,
  settled,
} from '../samples.ts';

/** The statement with which the cache reads what has changed. */
const CHANGED_ROWS = 'SELECT number, row_id FROM change';
const hash = createHash('sha256').update('a key').digest();

async function open() {
  const looked: string[] = [];
  const disk: { broken: boolean; failing: string; endsTransaction: boolean } = {
    broken: false,
    failing: 'PRAGMA',
    endsTransaction: false,
  };
  onTestFinished(
    interceptSqlite((sql, run, connection) => {
      if (disk.broken && sql.startsWith(disk.failing)) {
        if (disk.endsTransaction) connection.exec('ROLLBACK');
        throw new Database.SqliteError('disk I/O error', 'SQLITE_IOERR');
      }
      if (/^select/i.test(sql) && !sql.includes('FROM change')) looked.push(sql);
      return run();
    }),
  );
  const folder = temporaryFolder();
  const storage = await openSqliteStorage({ folder, clock: createStillClock(), exclusive: true });
  const store = createStore({ engine: storage.engine, sealing: createSealing([randomBytes(32)]) });
  const other = new Database(join(folder, 'market.db'));
  onTestFinished(async () => {
    other.close();
    await storage.close();
  });
  const accountId = await newAccount(store);
  const key = { ...newKey(accountId), hash };
  await store.apiKeys.insert(key);
  const keyId = key.id;
  const [listing, another] = [await published(store), await published(store)];
  const lookUp = async () => {
    // In a turn of its own, like a request.
    await new Promise((resolve) => setImmediate(resolve));
    looked.length = 0;
    const found = {
      key: await store.apiKeys.findByHash(hash),
      target: await store.orders.target(listing.id),
    };
    return { ...found, looks: looked.length };
  };
  await lookUp();
  return { store, other, looked, disk, accountId, keyId, listing, another, lookUp };
}

describe('a cached lookup', () => {
  it('returns the same result without a statement, also after orders were written', async () => {
    const { store, listing, lookUp } = await open();
    const { key, target, looks } = await lookUp();
    expect(key?.scopes).toEqual(['order:create']);
    expect(target?.listingId).toBe(listing.id);
    expect(looks).toBe(0);
    await settled(store, { listingId: listing.id });
    expect((await lookUp()).looks).toBe(0);
  });

  it('does not find a key that this process revoked', async () => {
    const { store, accountId, keyId, lookUp } = await open();
    await store.apiKeys.revoke(keyId, accountId);
    expect((await lookUp()).key).toBeUndefined();
  });

  it('does not find a key that another process revoked', async () => {
    const { other, keyId, lookUp } = await open();
    other.prepare('UPDATE api_key SET revoked_at = 1 WHERE id = ?').run(keyId);
    expect((await lookUp()).key).toBeUndefined();
  });

  it('is not used while the disk cannot tell whether the row changed', async () => {
    const { store, other, keyId, disk } = await open();
    await new Promise((resolve) => setImmediate(resolve));
    other.prepare('UPDATE api_key SET revoked_at = 1 WHERE id = ?').run(keyId);
    disk.broken = true;
    await expect(store.apiKeys.findByHash(hash)).rejects.toThrow(StorageUnavailable);
    disk.broken = false;
    // In the same turn, which has already checked.
    expect(await store.apiKeys.findByHash(hash)).toBeUndefined();
  });

  it('is dropped when the disk cannot list the changed rows, and the write is stored', async () => {
    const { store, keyId, accountId, disk, lookUp } = await open();
    Object.assign(disk, { broken: true, failing: CHANGED_ROWS });
    await store.apiKeys.revoke(keyId, accountId);
    disk.broken = false;
    expect((await lookUp()).key).toBeUndefined();
  });

  it('is kept if that failure ends the transaction, and the write is refused', async () => {
    const { store, keyId, accountId, disk, lookUp } = await open();
    Object.assign(disk, { broken: true, failing: CHANGED_ROWS, endsTransaction: true });
    await expect(store.apiKeys.revoke(keyId, accountId)).rejects.toThrow(StorageUnavailable);
    disk.broken = false;
    expect((await lookUp()).key).toBeDefined();
  });

  it('finds a changed listing, whichever process changed it', async () => {
    const { store, other, listing, lookUp } = await open();
    await store.listings.change({
      id: listing.id,
      version: listing.version,
      actor,
      status: 'paused',
    });
    expect((await lookUp()).target?.status).toBe('paused');
    other.prepare('UPDATE listing SET price_micros = 7 WHERE id = ?').run(listing.id);
    expect((await lookUp()).target?.price.amountMicros).toBe(7);
  });

  it('stays cached while other listings and keys change', async () => {
    const { store, other, another, accountId, listing, lookUp } = await open();
    await changed(store, another, { status: 'paused' });
    await store.secrets.rotate(another.id, newSecret(), 60_000);
    await store.health.record({
      listingId: listing.id,
      checkedAtMs: 5,
      healthy: true,
      statusCode: 200,
      latencyMs: 5,
    });
    await store.accounts.suspend(another.accountId, 'a test');
    const key = { ...newKey(accountId), hash: createHash('sha256').update('another').digest() };
    await store.apiKeys.insert(key);
    await store.apiKeys.revoke(key.id, accountId);
    expect((await lookUp()).looks).toBe(0);
    other.prepare('UPDATE listing SET price_micros = 7 WHERE id = ?').run(another.id);
    other.prepare('UPDATE api_key SET revoked_at = 8 WHERE id = ?').run(key.id);
    other.prepare('UPDATE listing_health SET probe_retries = 3').run();
    expect((await lookUp()).looks).toBe(0);
  });

  it('is repeated once another process has made more changes than the database lists', async () => {
    const { other, another, lookUp } = await open();
    const change = other.prepare('UPDATE listing SET price_micros = ? WHERE id = ?');
    for (let price = 1; price <= 1_000; price++) change.run(price, another.id);
    expect((await lookUp()).looks).toBe(0);
    for (let price = 1; price <= 1_001; price++) change.run(price, another.id);
    expect((await lookUp()).looks).toBe(2);
    expect(other.prepare('SELECT count(*) AS kept FROM change').all()).toEqual([{ kept: 1_000 }]);
  });

  it('does not see a listing as a failed commit would have left it', async () => {
    const { store, disk, listing, lookUp } = await open();
    const order = await newOrder(store, { listingId: listing.id });
    Object.assign(disk, { broken: true, failing: 'COMMIT' });
    const outcomes = await Promise.allSettled([
      changed(store, listing, { status: 'paused' }),
      // In the same transaction: it reads the changed listing.
      store.orders.insert(order),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    disk.broken = false;
    expect((await lookUp()).target?.status).toBe('published');
  });

  it('reads only tables whose every change the database lists', async () => {
    const { other, looked, lookUp, store, listing, accountId: buyerId } = await open();
    other.prepare('UPDATE listing SET updated_at = 1').run();
    other.prepare('UPDATE api_key SET created_at = 1').run();
    await lookUp();
    await placed(store, { listingId: listing.id, buyerId });
    const tables = new Set(
      looked
        .filter((text) => !text.includes('stored_bytes'))
        .flatMap((text) => [...text.matchAll(/\bfrom "?(\w+)/gi)].map(([, table]) => table)),
    );
    expect(tables).toEqual(new Set(['account', 'api_key', 'listing', 'signing_secret']));
    const triggers = other.prepare(
      "SELECT tbl_name AS name, sql FROM sqlite_schema WHERE type = 'trigger'",
    );
    const listed = triggers
      .all()
      .map((row) => row as { name: string; sql: string })
      .filter(({ sql }) => sql.includes('INTO change'))
      .map(({ name, sql }) => `${/AFTER (\w+) ON/i.exec(sql)?.[1]} of ${name}`);
    for (const table of tables) {
      for (const event of ['INSERT', 'UPDATE', 'DELETE']) {
        expect(listed).toContain(`${event} of ${table}`);
      }
    }
  });

  it('is repeated each time for a missing row', async () => {
    const { store, looked } = await open();
    looked.length = 0;
    for (const unknown of [newId(), newId()]) {
      expect(await store.orders.target(unknown)).toBeUndefined();
      expect(await store.orders.target(unknown)).toBeUndefined();
    }
    expect(looked).toHaveLength(4);
  });
});

describe('an order', () => {
  it('is not stored for a listing that another process changed after the lookup', async () => {
    const { store, other, listing } = await open();
    const order = await newOrder(store, { listingId: listing.id });
    other.prepare("UPDATE listing SET status = 'paused', version = version + 1").run();
    // Nothing else runs in between: the writing transaction has to notice it.
    expect(await store.orders.insert(order)).toEqual({ kind: 'changed' });
  });

  it('is not stored when another process has used up the bytes of its buyer', async () => {
    const { store, other, listing, accountId: buyerId } = await open();
    const parts = { listingId: listing.id, buyerId, maxStoredBytes: 1_000 };
    const { createdAtMs } = await placed(store, parts);
    const order = await newOrder(store, parts);
    const day = Math.floor(createdAtMs / DAY_MS);
    const insert = other.prepare("INSERT INTO stored_bytes VALUES (?, ?, 'settled', 1000)");
    insert.run(buyerId, day);
    expect(await store.orders.insert(order)).toEqual({ kind: 'stored-bytes-exceeded' });
  });

  it('counts a result in the commit that notices a write of another process', async () => {
    const { store, other, listing, accountId: buyerId } = await open();
    const parts = { listingId: listing.id, buyerId };
    const order = await placed(store, parts);
    const next = await newOrder(store, parts);
    other.prepare('UPDATE account SET name = name').run();
    await Promise.all([store.orders.settle(order, 'this', COMPLETED), store.orders.insert(next)]);
    const stored = ['{"city":"Bern"}', '{"city":"Bern"}', '{"sky":"blue"}'].join('');
    expect(await store.orders.bytesStoredToday(buyerId)).toBe(stored.length);
  });

  it('counts the bytes of its buyer once, also after a failed commit', async () => {
    const { store, disk, listing, accountId: buyerId } = await open();
    const parts = { listingId: listing.id, buyerId, requestJson: '"12345678"' };
    await placed(store, parts);
    const failing = await newOrder(store, parts);
    Object.assign(disk, { broken: true, failing: 'COMMIT' });
    await expect(store.orders.insert(failing)).rejects.toThrow(StorageUnavailable);
    disk.broken = false;
    const next = await newOrder(store, { ...parts, maxStoredBytes: 11 });
    expect(await store.orders.insert(next)).toMatchObject({ kind: 'inserted' });
    const full = await newOrder(store, { ...parts, maxStoredBytes: 20 });
    expect(await store.orders.insert(full)).toEqual({ kind: 'stored-bytes-exceeded' });
    expect(await store.orders.bytesStoredToday(buyerId)).toBe(20);
  });
});

describe('a full cache', () => {
  async function fullOf(ids: readonly string[]) {
    const { other } = await open();
    const cache = createReadCache(other, createStillClock(), ids.length);
    const lookup: Lookup<string, string> = {
      one: () => {
        throw new Error('The cache is asked directly, so nothing runs it.');
      },
      cache: { key: (id) => id, rowIds: (_, id) => [id] },
    };
    const loaded: string[] = [];
    const read = (...wanted: readonly string[]): string[] => {
      loaded.length = 0;
      for (const id of wanted) cache.getOrLoad(lookup, id, () => (loaded.push(id), id));
      return [...loaded];
    };
    cache.refresh();
    read(...ids);
    return { read };
  }

  it('keeps what is read, and forgets the oldest that is not', async () => {
    const { read } = await fullOf(['a', 'b', 'c']);
    read('a');
    expect(read('d')).toEqual(['d']);
    expect(read('a', 'c', 'd')).toEqual([]);
    expect(read('b')).toEqual(['b']);
  });

  it('has room for what is new, although everything is read', async () => {
    const ids = Array.from({ length: 300 }, (_, number) => String(number));
    const { read } = await fullOf(ids);
    read(...ids);
    expect(read('new')).toEqual(['new']);
    expect(read('new')).toEqual([]);
    expect(read('0', '299')).toEqual([]);
    expect(read('100')).toEqual(['100']);
  });
});
