import { createHash } from 'node:crypto';
import Database from 'better-sqlite3';
import { API_KEY, LISTING_ID } from '../sample-call.ts';

export const hashOf = (apiKey: string) => createHash('sha256').update(apiKey).digest();

/** A database file, at first with one key, one listing and no orders; a commit is on disk when it returns. */
export function openOrderTables(file = process.env['DATABASE'] ?? ':memory:'): Database.Database {
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec(`
    CREATE TABLE IF NOT EXISTS api_keys (hash BLOB PRIMARY KEY, user_id TEXT) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS listings (id TEXT PRIMARY KEY, state TEXT);
    CREATE TABLE IF NOT EXISTS orders (
      id TEXT PRIMARY KEY, listing_id TEXT, user_id TEXT, state TEXT, request TEXT, result TEXT,
      error TEXT, started_at TEXT, completed_at TEXT) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS orders_user ON orders (user_id, id);`);
  db.prepare('INSERT OR IGNORE INTO api_keys VALUES (?, ?)').run(hashOf(API_KEY), 'user');
  db.prepare('INSERT OR IGNORE INTO listings VALUES (?, ?)').run(LISTING_ID, 'published');
  return db;
}

let count = 0;
const startedAt = Date.now().toString(16).padStart(12, '0');

/** Ascending ids, like the marketplace's: new rows go to the end of the index. */
export function newOrderId(): string {
  const tail = (count++).toString(16).padStart(12, '0');
  return `${startedAt.slice(0, 8)}-${startedAt.slice(8)}-7000-8000-${tail}`;
}
