import Database from 'better-sqlite3';
import type { Clock } from '../../market/outside.ts';
import { makePrivate } from './private-file.ts';

export type Connection = Database.Database;

/** With 32 MiB of cached pages a write costs the same at a thousand and at a million orders. */
const CACHE_KIB = 32 * 1024;
/**
 * A split of an index page makes SQLite search its whole page cache at the next commit, and with
 * pages of 4 KiB that took 3.6 % of the processor time of a server under load. With 8 KiB there are
 * half as many pages, and half as many splits.
 */
const PAGE_BYTES = 8 * 1024;
const BUSY_TIMEOUT_MS = 5_000;

export interface ConnectionOptions {
  path: string;
  clock: Pick<Clock, 'now'>;
  readonly?: boolean;
  /** False for a database that is deleted with the process: commits do not wait for the disk. */
  durable?: boolean;
  /** Called by `mkt_not_cancelled()`; throwing ends the statement. */
  throwIfCancelled?: () => void;
}

/**
 * A connection with the settings that our guarantees depend on: a commit is on disk when it returns
 * (WAL with synchronous=FULL). `mkt_now()` is the database's clock in Unix milliseconds.
 */
export function openConnection(options: ConnectionOptions): Connection {
  const { path, clock, readonly = false, durable = true, throwIfCancelled } = options;
  if (!readonly) makePrivate(path);
  const connection = new Database(path, { readonly, timeout: BUSY_TIMEOUT_MS });
  if (!readonly) {
    connection.pragma(`page_size = ${PAGE_BYTES}`);
    connection.pragma('journal_mode = WAL');
  }
  connection.pragma(`synchronous = ${durable ? 'FULL' : 'OFF'}`);
  connection.pragma('foreign_keys = ON');
  connection.pragma(`cache_size = -${CACHE_KIB}`);
  connection.pragma('temp_store = MEMORY');
  connection.pragma('trusted_schema = OFF');
  // Deterministic, so that SQLite calls it once per statement, not for each column and row.
  connection.function('mkt_now', { directOnly: false, deterministic: true }, () =>
    Math.floor(clock.now()),
  );
  // Not deterministic, so that it is called for each row.
  connection.function('mkt_not_cancelled', { directOnly: false, deterministic: false }, () => {
    throwIfCancelled?.();
    return 1;
  });
  return connection;
}
