// A thread loads this at each start of a marketplace (reader-thread.ts), so it imports little.
import { chmodSync, existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database, { type Statement as PreparedStatement } from 'better-sqlite3';
import type { Clock } from '../../market/outside.ts';
import { createBoundedMap } from '../../structures/collections.ts';
import type { Statement, StatementOutcome } from '../operation.ts';

export type Connection = Database.Database;

/** With 32 MiB of cached pages a write costs the same at a thousand and at a million orders. */
const CACHE_KIB = 32 * 1024;
/**
 * A split of an index page makes SQLite search its whole page cache at the next commit, and with
 * pages of 4 KiB that took 3.6 % of the processor time of a server under load. With 8 KiB there are
 * half as many pages, and half as many splits.
 */
const PAGE_BYTES = 8 * 1024;
export const BUSY_TIMEOUT_MS = 5_000;

interface ConnectionOptions {
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

/** The problems that SQLite finds in the structure of a database, each on one line. */
export function structureProblems(connection: Connection): string[] {
  const rows = connection.pragma('quick_check(10)') as { quick_check: string }[];
  const lines = rows.map((row) => row.quick_check.replaceAll(/\s+/g, ' '));
  return lines.filter((line) => line !== 'ok');
}

/**
 * Locks a data folder for this process. It is SQLite's lock on a file, so the operating system
 * releases it when the process ends, even if it is killed. `undefined` when another process holds it.
 */
export function lockDataFolder(folder: string): { release(): void } | undefined {
  const file = join(folder, 'serve.lock');
  makePrivate(file);
  const connection = new Database(file, { timeout: 0 });
  try {
    connection.pragma('journal_mode = DELETE');
    connection.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    connection.close();
    if (isLocked(error)) return undefined;
    throw error;
  }
  return {
    release() {
      connection.close();
    },
  };
}

const OWNER_ONLY = 0o600;
const OTHERS = 0o077;
/** Files that SQLite keeps beside a database; it creates them with the database's mode. */
const COMPANIONS = ['-wal', '-shm'];

function restrictToOwner(path: string): void {
  if (existsSync(path) && (statSync(path).mode & OTHERS) !== 0) chmodSync(path, OWNER_ONLY);
}

/**
 * Creates a database file that only its owner can read, or restricts an existing one. It uses the path
 * and no file descriptor: closing one would release all locks of this process on the file (POSIX).
 */
export function makePrivate(path: string): void {
  if (!existsSync(path)) writeFileSync(path, '', { flag: 'a', mode: OWNER_ONLY });
  for (const file of [path, ...COMPANIONS.map((companion) => path + companion)]) {
    restrictToOwner(file);
  }
}

/** Whether another process holds a lock that this statement needs. */
export const isLocked = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');

/** There are few distinct statements; the bound guards against one built from values by mistake. */
const MAX_STATEMENTS = 500;

export type Execute = (statement: Statement) => StatementOutcome;

/** Runs statements on one connection and prepares each text once. */
export function createExecutor(connection: Connection): Execute {
  const statements = createBoundedMap<PreparedStatement>({ max: MAX_STATEMENTS });
  return ({ sql, parameters }) => {
    const statement = statements.getOrCompute(sql, () => connection.prepare(sql));
    if (!statement.reader) {
      return { rows: [], changes: statement.run(...parameters).changes };
    }
    const rows = statement.all(...parameters);
    return { rows, changes: rows.length };
  };
}
