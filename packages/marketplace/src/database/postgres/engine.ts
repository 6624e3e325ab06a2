import { setTimeout as pause } from 'node:timers/promises';
import type { Client, ClientConfig, Pool } from 'pg';
import type { IRateLimiterOptions, RateLimiterPostgres } from 'rate-limiter-flexible';
import { type Failover, LIST_LIMITS } from '../../market/limits.ts';
import {
  createDatabaseTimings,
  type DatabaseTimings,
  type Engine,
  type ReadSnapshot,
  timed,
  type WriteOperation,
} from '../engine.ts';
import { createListQueue, listOverloaded } from '../list-queue.ts';
import { isDiskFull } from '../failure.ts';
import { continueLog } from '../log-numbers.ts';
import {
  inspectSchema,
  type MigrateOptions,
  type MigrationOutcome,
  type MigrationPlan,
  planMigrations,
  type SchemaState,
} from '../migrate.ts';
import { type Dialect, type Operation, SingleStatement } from '../operation.ts';
import { writeCheck } from '../write-check.ts';
import { postgresDialect } from './auth-database.ts';
import { createBatches, openPipeline, PING, type Pipeline } from './batches.ts';
import { type LineageState, readLineage, recordLineage, requireLineage } from './lineage.ts';
import { migratePostgres } from './migration-session.ts';
import { LISTENER_APPLICATION, RESYNC_CHANNEL } from './notifications.ts';
import { createSharedLimiter, forgetWindows } from './rate-limiter.ts';
import {
  createClient,
  createPatientPool,
  createPool,
  inSnapshot,
  inTransaction,
  isCancelled,
  isNotPrepared,
  isSerializationFailure,
  type PostgresAddress,
  RESPONSE_TIMEOUT_MS,
  runOperation,
  type Session,
  sessionOf,
  toStorageError,
  withSession,
} from './session.ts';

/** After this many conflicts in a row an operation fails as `StorageUnavailable`. */
const MAX_ATTEMPTS = 5;

/** What a server says about itself, and how many connections it has. */
export interface PostgresSettings {
  /** `15.18`, as people write it. */
  version: string;
  /** `150018`, as Postgres counts. */
  versionNumber: number;
  synchronousCommit: string;
  encoding: string;
  maxConnections: number;
  /** How many of them are reserved for administrators. */
  reservedConnections: number;
  /** Connections that others have open now. */
  otherConnections: number;
  /** Whether a pooler is in between, which has connections of its own. */
  isPooled: boolean;
}

/** An open Postgres database, whatever its schema. */
export interface PostgresDatabase {
  engine: Engine;
  timings: DatabaseTimings;
  /** Brings the schema up to date; of several processes at once, one does it. */
  migrate(options?: MigrateOptions): Promise<MigrationOutcome>;
  /** What `migrate` would do. */
  planMigrations(): Promise<MigrationPlan>;
  /** Whether this version can work with the schema as it is. */
  inspectSchema(): Promise<SchemaState>;
  /** Compares the database with the one that was served last. */
  lineage(): Promise<LineageState>;
  /** Makes this database the one that was served last. */
  recordLineage(): Promise<void>;
  /** The check of each new connection of a process that serves. */
  admit: PostgresAddress['admit'];
  /** Whether a process serves the database. */
  isServed(): Promise<boolean>;
  /** Lets the log of settled orders continue above the numbers that a restored copy has. */
  continueLog(): Promise<void>;
  /** What our guarantees depend on. */
  settings(): Promise<PostgresSettings>;
  /** Reads one snapshot for as long as it takes. */
  snapshot<Result>(use: (read: ReadSnapshot) => Promise<Result>): Promise<Result>;
  /** Runs many writes as one transaction, for as long as it takes. */
  writeAll<Result>(use: (write: WriteOperation) => Promise<Result>): Promise<Result>;
  /** Tells every process that rows changed without a notification of each. */
  announceChanges(): Promise<void>;
  /** Commits a small write where orders are written, once the connection for lookups responds too. */
  checkWrite(): Promise<void>;
  /** A rate limiter that counts the requests of all processes. */
  makeLimiter(options: IRateLimiterOptions): RateLimiterPostgres;
  /** Resets the rate limits of all processes. */
  forgetRates(): Promise<void>;
  close(): Promise<void>;
}

interface PostgresOptions extends Omit<PostgresAddress, 'admit'> {
  /** Maximum number of connections for operations. */
  connections: number;
  /** Set for a process that serves; commands work on any database. */
  failover?: Failover | undefined;
  /**
   * Set for work that is done once and must finish, however long it takes: its statements have no time
   * limit.
   */
  isPatient?: boolean | undefined;
  /** Called when a write fails because the disk is full. */
  onDiskFull?: (() => void) | undefined;
}

type BuiltOperation<Result> = SingleStatement<Result> | Operation<Result>;

/** With fewer connections than this, all of them belong to the pool. */
const MIN_PIPELINED_CONNECTIONS = 4;

/**
 * Two thirds of the connections form the pipelines, one of them for lookups. Each has one commit in
 * flight, so the number of connections that write is the number of commits that can share a disk
 * write.
 */
function splitConnections(connections: number): { pooled: number; reads: number; writes: number } {
  if (connections < MIN_PIPELINED_CONNECTIONS) return { pooled: connections, reads: 0, writes: 0 };
  const pipelined = Math.floor((connections * 2) / 3);
  return { pooled: connections - pipelined, reads: 1, writes: pipelined - 1 };
}

/** How often work is tried if it failed in a way that means that nothing was executed or committed. */
function maxAttempts(error: unknown): number {
  if (isSerializationFailure(error)) return MAX_ATTEMPTS;
  return isNotPrepared(error) ? 2 : 1;
}

/** Before Postgres 16 there was no `reserved_connections`. */
const READ_SETTINGS = `SELECT current_setting('server_version') AS version,
  current_setting('server_version_num')::integer AS "versionNumber",
  current_setting('synchronous_commit') AS "synchronousCommit",
  current_setting('server_encoding') AS encoding,
  current_setting('max_connections')::integer AS "maxConnections",
  current_setting('superuser_reserved_connections')::integer
    + coalesce(current_setting('reserved_connections', true), '0')::integer AS "reservedConnections",
  (SELECT count(*) FROM pg_stat_activity
    WHERE usesysid IS NOT NULL AND datid IS NOT NULL AND pid <> pg_backend_pid()) AS "otherConnections",
  pg_backend_pid() AS pid`;

async function readSettings(client: Client): Promise<PostgresSettings> {
  const { rows } = await client.query<Omit<PostgresSettings, 'isPooled'> & { pid: number }>(
    READ_SETTINGS,
  );
  const [row] = rows;
  if (!row) throw new Error('Postgres returned no settings.');
  const { pid, ...settings } = row;
  // A pooler gives each client a process id of its own.
  const { processID } = client as unknown as { processID: number | null };
  return { ...settings, isPooled: processID !== pid };
}

const LISTENERS = `SELECT pid FROM pg_stat_activity
  WHERE application_name = $1 AND datname = current_database()`;
/** Longer than a refused process keeps a connection. */
const REFUSED_WITHIN_MS = 1_000;

/**
 * Whether a process serves the database. A refused process also connects, once a second, until its own
 * check ends the connection; the connection of a serving process stays.
 */
async function hasListener(client: Client): Promise<boolean> {
  const listeners = async () => {
    const { rows } = await client.query<{ pid: number }>(LISTENERS, [LISTENER_APPLICATION]);
    return rows.map(({ pid }) => pid);
  };
  const before = await listeners();
  if (before.length === 0) return false;
  await pause(REFUSED_WITHIN_MS);
  const after = await listeners();
  return before.some((pid) => after.includes(pid));
}

/**
 * Many processes on one database. Operations run on connections of a pool or a pipeline; rows, never
 * the identity of a process, decide what must happen only once.
 */
export function openPostgres({
  connections,
  failover,
  isPatient = false,
  onDiskFull,
  ...given
}: PostgresOptions): PostgresDatabase {
  const address = { ...given, admit: failover && requireLineage(failover) };
  const split = splitConnections(connections);
  const openPool = isPatient ? createPatientPool : createPool;
  const pool = openPool({ ...address, connections: split.pooled });
  const reads = openPipeline(address, split.reads);
  const writes = openPipeline(address, split.writes);
  const dialect = postgresDialect();
  const timings = createDatabaseTimings();
  const { transactions, commits } = timings;
  const lists = openListPool({ ...address, dialect, timings });
  /** Repeats work that lost against a concurrent transaction, or whose statement was not prepared. */
  async function retryOnConflict<Result>(
    name: string,
    work: () => Promise<Result>,
  ): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work();
      } catch (thrown) {
        if (attempt < maxAttempts(thrown)) continue;
        const error = toStorageError(thrown, name);
        if (isDiskFull(error)) onDiskFull?.();
        throw error;
      }
    }
  }
  const onPooledConnection = <Result>(name: string, use: (session: Session) => Promise<Result>) =>
    retryOnConflict(name, () => withSession(pool, use));
  const inPooledTransaction = <Result>(name: string, build: () => BuiltOperation<Result>) =>
    onPooledConnection(name, (session) =>
      inTransaction(session, () => runOperation(session, build()), commits),
    );
  /**
   * A prepared statement runs in the pipeline: it is built from its arguments alone. Any other is
   * rebuilt when a connection is free, because what it reads (live calls) may have changed by then.
   */
  const runStatement = <Result>(
    pipeline: Pipeline | undefined,
    statement: SingleStatement<Result>,
    { name, build }: { name: string; build: () => BuiltOperation<Result> },
  ): Promise<Result> =>
    pipeline && statement.name !== undefined
      ? retryOnConflict(name, () => pipeline.run(statement))
      : onPooledConnection(name, (session) => runOperation(session, build()));
  /** On a connection that need not be admitted. */
  async function onOwnConnection<Result>(
    use: (client: Client) => Promise<Result>,
    config: ClientConfig = { query_timeout: RESPONSE_TIMEOUT_MS },
  ): Promise<Result> {
    const client = createClient(given, config);
    try {
      return await use(await client.connect());
    } finally {
      await client.end();
    }
  }
  /** Many operations in one transaction, on a connection without time limits. */
  const inLongTransaction = <Result>(
    around: (session: Session, work: () => Promise<Result>) => Promise<Result>,
    use: (run: WriteOperation) => Promise<Result>,
  ): Promise<Result> =>
    onOwnConnection(async (client) => {
      const session = sessionOf(client);
      const run: WriteOperation = async (operation, args) => {
        try {
          return await runOperation(session, operation(dialect, args));
        } catch (error) {
          throw toStorageError(error, operation.name);
        }
      };
      try {
        return await around(session, () => use(run));
      } catch (error) {
        // BEGIN or COMMIT failed.
        throw toStorageError(error);
      }
    }, {});
  const isPipelined = split.writes > 0;
  const [readPipeline, writePipeline] = isPipelined ? [reads, writes] : [];
  const batches = createBatches((operation, all) => {
    const isLookup = operation.kind === 'lookup';
    const pipeline = isLookup ? reads : writes;
    const built = operation.many(dialect, all);
    return timed(isLookup ? transactions.read : transactions.write, () =>
      built instanceof SingleStatement
        ? retryOnConflict(operation.many.name, () => pipeline.run(built))
        : inPooledTransaction(operation.many.name, () => operation.many(dialect, all)),
    );
  });

  return {
    engine: {
      async batch(operation, args) {
        if (isPipelined) return batches(operation, args);
        const build = () => operation.many(dialect, [args]);
        const built = build();
        const { name } = operation.many;
        const [result] =
          built instanceof SingleStatement
            ? await onPooledConnection(name, (session) => runOperation(session, built))
            : await inPooledTransaction(name, build);
        return result as never;
      },
      async read(operation, args) {
        const build = () => operation(dialect, args);
        const built = build();
        const { name } = operation;
        return timed(transactions.read, () =>
          built instanceof SingleStatement
            ? runStatement(readPipeline, built, { name, build })
            : onPooledConnection(name, (session) =>
                inSnapshot(session, () => runOperation(session, build())),
              ),
        );
      },
      write: (operation, args, hook) =>
        timed(transactions.write, () =>
          onPooledConnection(operation.name, (session) =>
            inTransaction(
              session,
              async (transaction) => {
                const result = await runOperation(session, operation(dialect, args));
                await hook?.(transaction, result);
                return result;
              },
              commits,
            ),
          ),
        ),
      async writeOnce(operation, args) {
        const build = () => operation(dialect, args);
        const { name } = operation;
        return timed(transactions.write, () =>
          runStatement(writePipeline, build(), { name, build }),
        );
      },
      list: lists.list,
    },
    timings,
    migrate: (options) =>
      migratePostgres(given, dialect, {
        isServed: () => onOwnConnection(hasListener),
        ...options,
      }),
    planMigrations: () => inPooledTransaction(planMigrations.name, () => planMigrations(dialect)),
    lineage: () => onOwnConnection((client) => readLineage(client)),
    recordLineage: () => onOwnConnection(recordLineage),
    admit: address.admit,
    isServed: () => onOwnConnection(hasListener),
    async continueLog() {
      await inPooledTransaction(continueLog.name, () => continueLogInTurn(dialect));
    },
    inspectSchema: () => inPooledTransaction(inspectSchema.name, () => inspectSchema(dialect)),
    settings: () => onOwnConnection(readSettings),
    snapshot: (use) => inLongTransaction(inSnapshot, use),
    writeAll: (use) => inLongTransaction(inTransaction, use),
    announceChanges: () =>
      onPooledConnection('announceChanges', async ({ execute }) => {
        await execute({ sql: 'SELECT pg_notify($1, $2)', parameters: [RESYNC_CHANNEL, ''] });
      }),
    checkWrite: () =>
      retryOnConflict(writeCheck.name, async () => {
        const write = writeCheck(dialect);
        if (isPipelined) await Promise.all([reads.run(PING), writes.runWhereAlive(write)]);
        else await withSession(pool, (session) => runOperation(session, write));
      }),
    makeLimiter: (options) => createSharedLimiter(pool, options),
    forgetRates: () => forgetWindows(pool),
    async close() {
      await Promise.all([reads.close(), writes.close(), lists.close(), pool.end()]);
    },
  };
}

/** The key of an advisory lock, chosen arbitrarily. */
const CONTINUE_LOCK = 6_587_411_903;

/** When several processes start at once, each sees what the one before it has written. */
function* continueLogInTurn(dialect: Dialect): Operation<void> {
  yield { sql: 'SELECT pg_advisory_xact_lock($1)', parameters: [CONTINUE_LOCK] };
  yield* continueLog(dialect);
}

/** Connections for lists alone: however slow lists are, orders keep all of theirs. */
export const LIST_CONNECTIONS = 3;

/**
 * The connection check makes the server cancel a list whose client is gone, instead of finishing it. On
 * disks without moving parts, a page costs the same wherever it is: by Postgres' default, which is for
 * others, it would read 28,000 listings in turn rather than the 1,000 that match.
 */
const SESSION = `SET statement_timeout = ${LIST_LIMITS.runMs}; SET client_connection_check_interval = 500;
  SET random_page_cost = 1.1`;

const BEGIN = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

interface ListPoolOptions extends PostgresAddress {
  dialect: Dialect;
  timings: DatabaseTimings;
}

/** Reads lists on connections of their own, in turns; all statements of a list read one snapshot. */
function openListPool({ dialect, timings, ...address }: ListPoolOptions): {
  list: Engine['list'];
  close(): Promise<void>;
} {
  const pool: Pool = createPool({ ...address, connections: LIST_CONNECTIONS, session: SESSION });
  const queue = createListQueue({ slots: LIST_CONNECTIONS });

  async function onSnapshot<Result>(
    { execute }: Session,
    read: () => Promise<Result>,
  ): Promise<Result> {
    await execute({ sql: BEGIN, parameters: [] });
    try {
      return await read();
    } finally {
      // Nothing was written. A connection on which this fails is closed.
      await execute({ sql: 'ROLLBACK', parameters: [] }).catch(() => undefined);
    }
  }

  return {
    list: (operation, args, reader) =>
      queue.run(reader, async () => {
        try {
          return await timed(timings.transactions.list, () =>
            withSession(pool, (session) =>
              onSnapshot(session, () => runOperation(session, operation(dialect, args))),
            ),
          );
        } catch (error) {
          throw isCancelled(error) ? listOverloaded() : toStorageError(error, operation.name);
        }
      }),
    close: () => pool.end(),
  };
}
