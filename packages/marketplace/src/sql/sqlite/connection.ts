import Database from 'better-sqlite3';
import type { Clock } from '../../domain/clock.ts';
import { makePrivate } from './private-file.ts';

export type Connection = Database.Database;

/** Pages kept in memory: with 32 MiB a write costs the same at a thousand and at a million orders. */
const CACHE_KIB = 32 * 1024;
const BUSY_TIMEOUT_MS = 5_000;

export interface ConnectionOptions {
  /** A file, or `:memory:`. */
  path: string;
  clock: Pick<Clock, 'now'>;
  readonly?: boolean;
}

/**
 * A connection with the settings that the promises rest on: a commit is on disk when it returns
 * (WAL with synchronous=FULL). `mkt_now()` is the database's clock in Unix milliseconds.
 */
export function openConnection({ path, clock, readonly = false }: ConnectionOptions): Connection {
  if (!readonly && path !== ':memory:') makePrivate(path);
  const connection = new Database(path, { readonly, timeout: BUSY_TIMEOUT_MS });
  if (!readonly) connection.pragma('journal_mode = WAL');
  connection.pragma('synchronous = FULL');
  connection.pragma('foreign_keys = ON');
  connection.pragma(`cache_size = -${CACHE_KIB}`);
  connection.pragma('temp_store = MEMORY');
  connection.pragma('trusted_schema = OFF');
  // Deterministic as SQLite means it: asked once by each statement, not for each column and row.
  connection.function('mkt_now', { directOnly: false, deterministic: true }, () =>
    Math.floor(clock.now()),
  );
  return connection;
}
