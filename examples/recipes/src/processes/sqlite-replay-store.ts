import { DatabaseSync } from 'node:sqlite';
import type { ReplayStore } from '@mkt/seller-kit';

const KEPT_MS = 10 * 60_000;
const DELETE_EVERY_MS = 60_000;

/** Remembers orders in a file, for all processes on this machine. */
export function sqliteReplayStore(file: string): ReplayStore {
  const database = new DatabaseSync(file, { timeout: 5_000 });
  database.exec('PRAGMA journal_mode = WAL');
  database.exec(`
    CREATE TABLE IF NOT EXISTS seen_orders (id TEXT PRIMARY KEY, seen_at INTEGER NOT NULL);
    CREATE INDEX IF NOT EXISTS seen_orders_by_age ON seen_orders (seen_at);
  `);
  const insert = database.prepare('INSERT INTO seen_orders VALUES (?, ?) ON CONFLICT DO NOTHING');
  const deleteOld = database.prepare('DELETE FROM seen_orders WHERE seen_at < ?');
  let deletedAt = 0;

  return {
    add(orderId) {
      const now = Date.now();
      if (now - deletedAt >= DELETE_EVERY_MS) {
        deleteOld.run(now - KEPT_MS);
        deletedAt = now;
      }
      return insert.run(orderId, now).changes === 1;
    },
  };
}
