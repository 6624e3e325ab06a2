import Database from 'better-sqlite3';
import type { Clock } from '../../domain/clock.ts';
import { makePrivate } from './private-file.ts';

export type Connection = Database.Database;

/** Pages kept in memory: with 32 MiB a write costs the same at a thousand and at a million orders. */
const CACHE_KIB = 32 * 1024;
const BUSY_TIMEOUT_MS = 5_000;

export interface ConnectionOptions {
  path: string;
  clock: Pick<Clock, 'now'>;
  readonly?: boolean;
  /** False for a database that goes with the process: nothing waits for the disk. */
  durable?: boolean;
  /** Called now and then by a list while it is being read; what it throws ends the statement. */
  onAsked?: () => void;
}

/**
 * A connection with the settings that the promises rest on: a commit is on disk when it returns
 * (WAL with synchronous=FULL). `mkt_now()` is the database's clock in Unix milliseconds.
 */
export function openConnection(options: ConnectionOptions): Connection {
  const { path, clock, readonly = false, durable = true, onAsked } = options;
  if (!readonly) makePrivate(path);
  const connection = new Database(path, { readonly, timeout: BUSY_TIMEOUT_MS });
  if (!readonly) connection.pragma('journal_mode = WAL');
  connection.pragma(`synchronous = ${durable ? 'FULL' : 'OFF'}`);
  connection.pragma('foreign_keys = ON');
  connection.pragma(`cache_size = -${CACHE_KIB}`);
  connection.pragma('temp_store = MEMORY');
  connection.pragma('trusted_schema = OFF');
  // Deterministic as SQLite means it: asked once by each statement, not for each column and row.
  connection.function('mkt_now', { directOnly: false, deterministic: true }, () =>
    Math.floor(clock.now()),
  );
  // Not deterministic, so that it is called for each row that it is asked of.
  connection.function('mkt_still_asked', { directOnly: false, deterministic: false }, () => {
    onAsked?.();
    return 1;
  });
  return connection;
}
