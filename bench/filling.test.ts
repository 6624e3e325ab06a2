// What benchmarks measure on: databases that are filled with copies of orders; and how they count pages.
import Database from 'better-sqlite3';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { databaseFile } from '../packages/marketplace/src/server/data-folder.ts';
import { pagesWritten, readWrites } from './measure/sqlite-writes.ts';
import { fillMarket, runOrder } from './order-growth.ts';

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mkt-bench-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

describe('a database that is filled', () => {
  it('has copies of its orders before them, as orders that have settled and are in the log', async () => {
    const folder = temporaryFolder();
    const filled = await fillMarket({ buyers: 7, listings: 3 }, 2_000, folder, 1);
    const newest = await runOrder(filled);
    const db = new Database(databaseFile(folder), { readonly: true });
    const counts = db.prepare(`
      SELECT count(*) AS orders, count(DISTINCT buyer_id) AS buyers,
        count(DISTINCT listing_id) AS listings, max(id) AS newest FROM orders WHERE state = 'completed'`);
    expect(counts.get()).toEqual({ orders: 2_001, buyers: 7, listings: 3, newest });
    // The 1,500 copies are of other times, which their ids and their numbers in the log have too.
    const consistent = db.prepare(`
      SELECT count(*) FROM orders WHERE completed_at >= created_at
        AND substr(replace(id, '-', ''), 1, 12) = printf('%012x', created_at)
        AND abs(settled_number / 1024 - completed_at) < 500`);
    expect(consistent.pluck().get()).toBeGreaterThanOrEqual(1_500);
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    db.close();
    const guarded = new Database(databaseFile(folder));
    expect(() => guarded.exec("UPDATE orders SET state = 'failed'")).toThrow(
      'a settled order never changes',
    );
    guarded.close();
    await filled.opened.close();
  });
});

describe('the pages that SQLite writes', () => {
  it('are as many as its log and its file have grown by', () => {
    const file = join(temporaryFolder(), 'pages.db');
    const db = new Database(file);
    db.pragma('page_size = 8192');
    db.pragma('journal_mode = WAL');
    db.pragma('wal_autocheckpoint = 0');
    db.exec('CREATE TABLE row (id INTEGER PRIMARY KEY, text)');
    const insert = db.prepare('INSERT INTO row (text) VALUES (?)');
    const logBytes = () => statSync(`${file}-wal`).size;
    const before = { bytes: logBytes(), writes: readWrites() };
    for (let at = 0; at < 50; at++) insert.run('x'.repeat(3_000));
    const after = { bytes: logBytes(), writes: readWrites() };
    const inLog = (after.bytes - before.bytes) / (8_192 + 24);
    const inserted = pagesWritten(before.writes, after.writes, 8_192);
    expect(inserted.log).toBeCloseTo(inLog);
    expect(inserted.file).toBeCloseTo(0);
    db.pragma('wal_checkpoint(TRUNCATE)');
    const moved = pagesWritten(after.writes, readWrites(), 8_192);
    expect(moved.log).toBeCloseTo(0);
    expect(moved.file).toBeCloseTo(statSync(file).size / 8_192);
    db.close();
  });
});
