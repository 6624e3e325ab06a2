import { createHash } from 'node:crypto';
import Database from 'better-sqlite3';
import { API_KEY, LISTING_ID } from '../sample-call.ts';

export const hashOf = (apiKey: string) => createHash('sha256').update(apiKey).digest();

/** A database file with one key, one listing and no orders; a commit is on disk when it returns. */
export function openOrderTables(): Database.Database {
  const db = new Database(process.env['DATABASE'] ?? ':memory:');
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec(`
    CREATE TABLE api_keys (hash BLOB PRIMARY KEY, user_id TEXT) WITHOUT ROWID;
    CREATE TABLE listings (id TEXT PRIMARY KEY, state TEXT);
    CREATE TABLE orders (
      id TEXT PRIMARY KEY, listing_id TEXT, user_id TEXT, state TEXT, request TEXT, result TEXT,
      error TEXT, started_at TEXT, completed_at TEXT) WITHOUT ROWID;
    CREATE INDEX orders_user ON orders (user_id, id);`);
  db.prepare('INSERT INTO api_keys VALUES (?, ?)').run(hashOf(API_KEY), 'user');
  db.prepare('INSERT INTO listings VALUES (?, ?)').run(LISTING_ID, 'published');
  return db;
}

let count = 0;
const startedAt = Date.now().toString(16).padStart(12, '0');

/** Ascending ids, like the marketplace's: new rows go to the end of the index. */
export function newOrderId(): string {
  const tail = (count++).toString(16).padStart(12, '0');
  return `${startedAt.slice(0, 8)}-${startedAt.slice(8)}-7000-8000-${tail}`;
}
