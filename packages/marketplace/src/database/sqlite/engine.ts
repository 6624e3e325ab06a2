import { availableParallelism } from 'node:os';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../market/outside.ts';
import {
  createDatabaseTimings,
  type DatabaseTimings,
  type Engine,
  type ReadSnapshot,
  timed,
} from '../engine.ts';
import { createListQueue } from '../list-queue.ts';
import {
  inspectSchema,
  migrate,
  type MigrateOptions,
  type MigrationOutcome,
  type MigrationPlan,
  type MigrationSession,
  planMigrations,
  type SchemaState,
} from '../migrate.ts';
import type { SqliteDialect } from '../operation.ts';
import { writeCheck } from '../write-check.ts';
import { sqliteDialect } from './auth-database.ts';
import {
  type Connection,
  createExecutor,
  isLocked,
  makePrivate,
  openConnection,
  structureProblems,
} from './connection.ts';
import { runOperation, toStorageError } from './operations.ts';
import { openMemoryFolder } from './memory-folder.ts';
import { createReadCache, createSharedReadTransaction } from './read-cache.ts';
import { createSqliteReader } from './reader.ts';
import { createStoredBytes } from './stored-bytes.ts';
import { createLoopBusyCheck, createWriter } from './writer.ts';

/** An open SQLite database, whatever its schema. */
export interface SqliteDatabase {
  engine: Engine;
  timings: DatabaseTimings;
  /**
   * Brings the schema up to date, in transactions under SQLite's write lock. Unless this process alone
   * writes (`isAlone`), a server may be running on it.
   */
  migrate(options?: MigrateOptions & { isAlone?: boolean }): Promise<MigrationOutcome>;
  /** What `migrate` would do. */
  planMigrations(): MigrationPlan;
  /** Whether this version can work with the schema as it is. */
  inspectSchema(): SchemaState;
  /** Commits a small write, with the writes of orders. */
  checkWrite(): Promise<void>;
  /** The problems that SQLite finds in the file; empty when there are none. */
  checkIntegrity(): string[];
  /** Calls `callback` when a read finds that another process has committed something. */
  watchForeignCommits(callback: () => void): void;
  /** Reads one snapshot for as long as it takes; servers keep writing meanwhile. */
  snapshot<Result>(use: (read: ReadSnapshot) => Promise<Result>): Promise<Result>;
  /** Copies the whole database, consistently, while it is in use. */
  backup(file: string): Promise<void>;
  close(): Promise<void>;
}

export interface SqliteOptions {
  /** A file, or `:memory:` for a database that is deleted when the process ends. */
  path: string;
  clock: Pick<Clock, 'now'>;
  /** Called when a write fails because the disk is full. */
  onDiskFull?: (() => void) | undefined;
}

const LOCK_POLL_MS = 20;
const LOCK_WAIT_MS = 60_000;

/** Begins a transaction that writes, unless another process is writing. */
function mayBegin(connection: Connection, lastAt: number): boolean {
  try {
    connection.exec('BEGIN IMMEDIATE');
    return true;
  } catch (error) {
    if (isLocked(error) && performance.now() < lastAt) return false;
    throw error;
  }
}

/** How long a transaction of a backfill holds the write lock: about as long as an order's takes. */
const BATCH_MS = 10;

/** On two cores, a second thread would compete with the orders. */
const READER_THREADS = availableParallelism() > 2 ? 2 : 1;

/** The embedded engine: one file, one writer with group commit, and threads that read lists. */
export function openSqlite({
  path: location,
  clock,
  onDiskFull = () => undefined,
}: SqliteOptions): SqliteDatabase {
  const memory = location === ':memory:' ? openMemoryFolder() : undefined;
  const path = memory?.file ?? location;
  const connection = openConnection({ path, clock, durable: !memory });
  const execute = createExecutor(connection);
  const storedBytes = createStoredBytes(execute, clock);
  const timings = createDatabaseTimings();
  const { read: reads, list: listTimes } = timings.transactions;
  const sharedRead = createSharedReadTransaction(connection);
  const readCache = createReadCache(connection, clock);
  let onForeignCommit: () => void = () => undefined;
  /** Whether this transaction has looked for commits of other processes. */
  let isRefreshed = false;
  function refresh(): void {
    if (!readCache.refresh()) return;
    storedBytes.invalidate();
    onForeignCommit();
  }
  function refreshOnce(): void {
    if (isRefreshed) return;
    refresh();
    isRefreshed = true;
  }
  const dialect: SqliteDialect = sqliteDialect({
    now: () => Math.floor(clock.now()),
    lookup(lookup, args) {
      refreshOnce();
      return readCache.getOrLoad(lookup, args, () =>
        runOperation(execute, lookup.one(dialect, args)),
      );
    },
    storedBytes: {
      ...storedBytes,
      today(accountId) {
        refreshOnce();
        return storedBytes.today(accountId);
      },
    },
  });
  const writer = createWriter(connection, execute, {
    endReads: sharedRead.end,
    isBusy: createLoopBusyCheck(),
    onWrite: readCache.removeChanged,
    onUndo: readCache.clear,
    onBegin() {
      isRefreshed = false;
    },
    onDiskFull,
    storedBytes,
    timings,
  });

  const readers = Array.from({ length: READER_THREADS }, () => createSqliteReader({ path, clock }));
  const idle = [...readers];
  const lists = createListQueue({ slots: READER_THREADS });

  // eslint-disable-next-line typescript/require-await -- turns a throw into a rejection
  async function lookUp<Result>(
    source: { name: string },
    load: () => Result,
    cached?: () => { result: Result } | undefined,
  ): Promise<Result> {
    try {
      if (cached) {
        if (sharedRead.enter()) refresh();
        const hit = cached();
        if (hit) return hit.result;
      }
      const startedMs = performance.now();
      if (sharedRead.begin()) refresh();
      const result = load();
      reads.observe(performance.now() - startedMs);
      return result;
    } catch (error) {
      throw toStorageError(error, source.name);
    }
  }

  return {
    engine: {
      read: (operation, args) =>
        lookUp(operation, () => runOperation(execute, operation(dialect, args))),
      write: (operation, args, hook) =>
        writer.write(() => operation(dialect, args), { source: operation, hook }),
      batch(operation, args) {
        const one = () => operation.one(dialect, args);
        if (operation.kind === 'lookup') {
          return lookUp(
            operation.one,
            () => readCache.getOrLoad(operation, args, () => runOperation(execute, one())),
            () => readCache.get(operation, args),
          );
        }
        return writer.write(one, {
          source: operation.one,
          keepsReadCache: operation.keepsReadCache === true,
        });
      },
      writeOnce: (operation, args) =>
        writer.write(() => operation(dialect, args), { source: operation }),
      list: (operation, args, reader) =>
        lists.run(reader, async (cancelled) => {
          const thread = idle.shift();
          if (!thread) throw new Error('More lists are running than there are reader threads.');
          try {
            return await timed(listTimes, () =>
              thread.run(() => operation(dialect, args), cancelled),
            );
          } finally {
            // To the front: a thread that runs is reused before another one is started.
            idle.unshift(thread);
          }
        }),
    },
    timings,
    async migrate({ isAlone = false, ...options } = {}) {
      sharedRead.end();
      const session: MigrationSession = {
        dialect,
        // eslint-disable-next-line typescript/require-await -- turns a throw into a rejection
        read: async (operation) => runOperation(execute, operation),
        async write(build) {
          const lastAt = performance.now() + LOCK_WAIT_MS;
          while (!mayBegin(connection, lastAt)) await pause(LOCK_POLL_MS);
          try {
            const result = runOperation(execute, build());
            connection.exec('COMMIT');
            return result;
          } catch (error) {
            if (connection.inTransaction) connection.exec('ROLLBACK');
            throw error;
          }
        },
        batchMs: BATCH_MS,
        pause: (ms) => (isAlone ? nextTurn() : pause(ms)),
      };
      try {
        const outcome = await migrate(session, options);
        if (memory?.isMigrated === false && outcome.kind === 'ready' && !options.migrations) {
          connection.pragma('wal_checkpoint(TRUNCATE)');
          memory.keep();
        }
        return outcome;
      } finally {
        readCache.clear();
      }
    },
    planMigrations() {
      sharedRead.end();
      return runOperation(execute, planMigrations(dialect));
    },
    inspectSchema() {
      sharedRead.end();
      return runOperation(execute, inspectSchema(dialect));
    },
    async checkWrite() {
      await writer.write(() => writeCheck(dialect), { source: writeCheck });
    },
    checkIntegrity: () => structureProblems(connection),
    watchForeignCommits(callback) {
      onForeignCommit = callback;
    },
    async snapshot(use) {
      const reading = openConnection({ path, clock, readonly: true });
      const executeThere = createExecutor(reading);
      try {
        reading.exec('BEGIN');
        // eslint-disable-next-line typescript/require-await -- turns a throw into a rejection
        return await use(async (operation, args) => {
          try {
            return runOperation(executeThere, operation(dialect, args));
          } catch (error) {
            throw toStorageError(error, operation.name);
          }
        });
      } finally {
        reading.close();
      }
    },
    async backup(file) {
      makePrivate(file);
      // In one step: SQLite restarts a backup when another process writes between steps, so on a busy
      // server it would never finish. In WAL mode a reader blocks no writer.
      await connection.backup(file, { progress: ({ remainingPages }) => remainingPages });
    },
    async close() {
      writer.finish();
      sharedRead.end();
      // This connection closes last: that moves the write-ahead log into the one file.
      const open = readers.filter((reader) => reader.isOpen());
      if (open.length > 0) await Promise.all(open.map((reader) => reader.close()));
      connection.close();
      memory?.remove();
    },
  };
}
