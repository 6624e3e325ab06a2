// Keys and listings are looked up with every order, and remembered for as long as the database says
// the same.
import { createHash, randomBytes } from 'node:crypto';
import Database from 'better-sqlite3';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { StorageUnavailable } from '../../../src/domain/refusal.ts';
import { createSealing } from '../../../src/sql/sealing.ts';
import { createStore } from '../../../src/sql/store.ts';
import { openServerStorage } from '../../../src/storage.ts';
import { interceptSqlite } from '../../../torture/faults/intercept-sqlite.ts';
import { createStillClock } from '../../still-clock.ts';
import { temporaryFolder } from '../engines.ts';
import { COMPLETED, newAccount, newId, newOrder, placed, published, settled } from '../samples.ts';

const hash = createHash('sha256').update('a key').digest();

async function open() {
  const looked: string[] = [];
  const disk: { broken: boolean; failing: 'PRAGMA' | 'COMMIT' } = {
    broken: false,
    failing: 'PRAGMA',
  };
  onTestFinished(
    interceptSqlite((sql, run) => {
      if (disk.broken && sql.startsWith(disk.failing)) {
        throw new Database.SqliteError('disk I/O error', 'SQLITE_IOERR');
      }
      if (/^select/i.test(sql)) looked.push(sql);
      return run();
    }),
  );
  const folder = temporaryFolder();
  const storage = openServerStorage(folder, createStillClock());
  const store = createStore({ engine: storage.engine, sealing: createSealing([randomBytes(32)]) });
  const other = new Database(join(folder, 'market.db'));
  onTestFinished(async () => {
    other.close();
    await storage.close();
  });
  const accountId = await newAccount(store);
  const keyId = newId();
  await store.apiKeys.insert({
    id: keyId,
    accountId,
    hash,
    name: 'laptop',
    scopes: ['order:create'],
    prefix: 'mkt_abcd',
    lastFour: 'wxyz',
    expiresAtMs: null,
    parentId: null,
    origin: 'operator',
  });
  const listing = await published(store);
  const lookUp = async () => {
    // In a turn of its own, as each request is.
    await new Promise((resolve) => setImmediate(resolve));
    looked.length = 0;
    const found = {
      key: await store.apiKeys.findByHash(hash),
      target: await store.orders.target(listing.id),
    };
    return { ...found, looks: looked.length };
  };
  await lookUp();
  return { store, other, looked, disk, accountId, keyId, listing, lookUp };
}

describe('a look-up', () => {
  it('is answered with what was found before, also after orders were written', async () => {
    const { store, listing, lookUp } = await open();
    const { key, target, looks } = await lookUp();
    expect(key?.scopes).toEqual(['order:create']);
    expect(target?.listingId).toBe(listing.id);
    expect(looks).toBe(0);
    await settled(store, { listingId: listing.id });
    expect((await lookUp()).looks).toBe(0);
  });

  it('finds no key any more that was revoked here', async () => {
    const { store, accountId, keyId, lookUp } = await open();
    await store.apiKeys.revoke(keyId, accountId);
    expect((await lookUp()).key).toBeUndefined();
  });

  it('finds no key any more that another process revoked', async () => {
    const { other, keyId, lookUp } = await open();
    other.prepare('UPDATE api_key SET revoked_at = 1 WHERE id = ?').run(keyId);
    expect((await lookUp()).key).toBeUndefined();
  });

  it('trusts nothing it has found while the disk cannot tell whether it changed', async () => {
    const { store, other, keyId, disk } = await open();
    await new Promise((resolve) => setImmediate(resolve));
    other.prepare('UPDATE api_key SET revoked_at = 1 WHERE id = ?').run(keyId);
    disk.broken = true;
    await expect(store.apiKeys.findByHash(hash)).rejects.toThrow(StorageUnavailable);
    // In the same turn, and so in the same transaction.
    expect(await store.apiKeys.findByHash(hash)).toBeUndefined();
  });

  it('finds a listing as it was changed, here or elsewhere', async () => {
    const { store, other, listing, lookUp } = await open();
    await store.listings.change({ id: listing.id, version: listing.version, status: 'paused' });
    expect((await lookUp()).target?.status).toBe('paused');
    other.prepare('UPDATE listing SET price_micros = 7 WHERE id = ?').run(listing.id);
    expect((await lookUp()).target?.price.amountMicros).toBe(7);
  });

  it('asks each time for what is not there', async () => {
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
  it('is not stored for a listing that another process has changed since it was looked up', async () => {
    const { store, other, listing } = await open();
    const order = await newOrder(store, { listingId: listing.id });
    other.prepare("UPDATE listing SET status = 'paused', version = version + 1").run();
    // Nothing else is asked for between: the transaction that writes has to notice by itself.
    expect(await store.orders.insert(order)).toEqual({ kind: 'changed' });
  });

  it('is not stored when another process has stored the rest of the share of its buyer', async () => {
    const { store, other, listing, accountId: buyerId } = await open();
    const parts = { listingId: listing.id, buyerId, maxStoredBytes: 1_000 };
    await placed(store, parts);
    const order = await newOrder(store, parts);
    other.prepare('UPDATE stored_bytes SET bytes = 1000 WHERE account_id = ?').run(buyerId);
    expect(await store.orders.insert(order)).toEqual({ kind: 'no-bytes-left' });
  });

  it('counts a result that is stored in the commit that finds another process has written', async () => {
    const { store, other, listing, accountId: buyerId } = await open();
    const parts = { listingId: listing.id, buyerId };
    const order = await placed(store, parts);
    const next = await newOrder(store, parts);
    other.prepare('UPDATE account SET name = name').run();
    await Promise.all([store.orders.settle(order, 'this', COMPLETED), store.orders.insert(next)]);
    const sum = other.prepare("SELECT bytes FROM stored_bytes WHERE part = 'settled'");
    expect(sum.all()).toEqual([{ bytes: Buffer.byteLength('{"sky":"blue"}') }]);
  });

  it('counts once what its buyer stores, also when the commit before it has failed', async () => {
    const { store, other, disk, listing, accountId: buyerId } = await open();
    const parts = { listingId: listing.id, buyerId, requestJson: '"12345678"' };
    await placed(store, parts);
    const failing = await newOrder(store, parts);
    Object.assign(disk, { broken: true, failing: 'COMMIT' });
    await expect(store.orders.insert(failing)).rejects.toThrow(StorageUnavailable);
    disk.broken = false;
    const next = await newOrder(store, { ...parts, maxStoredBytes: 11 });
    expect(await store.orders.insert(next)).toMatchObject({ kind: 'inserted' });
    const full = await newOrder(store, { ...parts, maxStoredBytes: 20 });
    expect(await store.orders.insert(full)).toEqual({ kind: 'no-bytes-left' });
    expect(other.prepare('SELECT bytes FROM stored_bytes').all()).toEqual([{ bytes: 20 }]);
  });
});
