import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import {
  inspectSchema,
  migrate,
  type MigrateOptions,
  type MigrationOutcome,
  type MigrationSession,
} from '../migrate.ts';
import { MIGRATIONS } from '../migrations/list.ts';
import type { Dialect, Operation, Statement } from '../operation.ts';
import {
  codeOf,
  createClient,
  inTransaction,
  type PostgresAddress,
  runOperation,
} from './session.ts';

/** The key of the advisory lock, chosen arbitrarily: while one process migrates, the others wait. */
const MIGRATION_LOCK = 6_587_411_902;
const LOCK_POLL_MS = 500;

/**
 * Statements may take as long as they need. The lock ends with the session, and the session with its
 * process: of one that was killed, Postgres cancels the statement within a second.
 */
const SESSION = [
  'statement_timeout = 0',
  'lock_timeout = 0',
  'idle_in_transaction_session_timeout = 0',
  'client_connection_check_interval = 1000',
]
  .map((setting) => `SET ${setting}`)
  .join('; ');

/**
 * How long a transaction of a backfill keeps its rows locked. Most of them are written by no one else.
 */
const BATCH_MS = 100;
/** While a change waits for its lock, every later statement on the table waits behind it. */
const LOCK_WAIT_MS = 200;
/** Postgres cancels an automatic vacuum that is in the way, but only after a second. */
const VACUUM_WAIT_MS = 1_500;
const RETRY_MS = 250;
const LONGEST_RETRY_MS = 5_000;
const MAX_ATTEMPTS = 3;
/** lock_not_available, deadlock_detected. */
const LOCKED = new Set(['55P03', '40P01']);

/** Who has a lock on the tables; an internal process, such as an automatic vacuum, has no user. */
const HOLDERS = `SELECT pid, activity.application_name AS name, activity.usesysid IS NULL AS internal
  FROM pg_locks LEFT JOIN pg_stat_activity AS activity USING (pid)
  WHERE locktype = 'relation' AND granted AND pid <> pg_backend_pid()
    AND relation IN (SELECT to_regclass(name)::oid FROM unnest($1::text[]) AS name)
  GROUP BY 1, 2, 3`;

/**
 * Upgrades the schema on a connection of its own, under a lock. If there is nothing to do it takes no
 * lock, and needs no right to create tables.
 */
export async function migratePostgres(
  address: PostgresAddress,
  dialect: Dialect,
  { log, migrations = MIGRATIONS, ending, isServed }: MigrateOptions,
): Promise<MigrationOutcome> {
  const client = createClient({ ...address, name: 'mkt-marketplace migrate', session: SESSION });
  try {
    await client.connect();
    const session = sessionOf(client, dialect, {
      log,
      ending,
      cancel: () => cancel(address, client),
    });
    const state = await session.read(inspectSchema(dialect, migrations));
    if (state.kind === 'too-new' || state.kind === 'other-version') return state;
    if (state.kind === 'present' && state.missing.length === 0)
      return { kind: 'ready', applied: [] };
    if (!(await lock(client, { log, ending }))) return { kind: 'stopped' };
    return await migrate(session, { log, migrations, ending, isServed });
  } finally {
    // The lock ends with it.
    await client.end();
  }
}

/** Cancels the statement that runs on a connection. */
async function cancel(address: PostgresAddress, running: Client): Promise<void> {
  const { processID } = running as unknown as { processID: number | null };
  const client = createClient(address);
  try {
    await client.connect();
    await client.query('SELECT pg_cancel_backend($1)', [processID]);
  } finally {
    await client.end();
  }
}

type Progress = Pick<MigrateOptions, 'log' | 'ending'>;

/**
 * Asks again and again: a statement that waited would hold up the index that the other one builds. False
 * if it was asked to end before.
 */
async function lock(client: Client, { log, ending }: Progress): Promise<boolean> {
  for (let isFirst = true; ; isFirst = false) {
    if (ending?.aborted) return false;
    const { rows } = await client.query<{ locked: boolean }>(
      'SELECT pg_try_advisory_lock($1) AS locked',
      [MIGRATION_LOCK],
    );
    if (rows[0]?.locked) return true;
    if (isFirst) log?.info({}, 'another process is migrating the database; waiting for it');
    await pause(LOCK_POLL_MS);
  }
}

function sessionOf(
  client: Client,
  dialect: Dialect,
  { log, ending, cancel }: Progress & { cancel: () => Promise<void> },
): MigrationSession {
  // Not as operations are run, so that `mkt_now()` is the server's clock even in tests that move it.
  const execute = async ({ sql, parameters }: Statement) => {
    const { rows, rowCount } = await client.query(sql, [...parameters]);
    return { rows, changes: rowCount ?? 0 };
  };
  const inShortTransaction = <Result>(build: () => Operation<Result>, lockWaitMs: number) =>
    inTransaction({ execute }, async () => {
      await client.query(`SET LOCAL lock_timeout = ${lockWaitMs}`);
      return runOperation({ execute }, build());
    });

  return {
    dialect,
    read: (operation) => runOperation({ execute }, operation),
    async write(build, tables = []) {
      let lockWaitMs = LOCK_WAIT_MS;
      for (let retryMs = RETRY_MS; ; retryMs = Math.min(2 * retryMs, LONGEST_RETRY_MS)) {
        try {
          return await inShortTransaction(build, lockWaitMs);
        } catch (error) {
          if (!LOCKED.has(codeOf(error)) || ending?.aborted) throw error;
        }
        const { rows } = await client.query<{ pid: number; name: string; internal: boolean }>(
          HOLDERS,
          [tables],
        );
        lockWaitMs = rows.some(({ internal }) => internal) ? VACUUM_WAIT_MS : LOCK_WAIT_MS;
        if (retryMs === LONGEST_RETRY_MS)
          log?.info(
            { tables, holders: rows.map(({ pid, name }) => `${pid} ${name ?? ''}`.trim()) },
            'migration waits for a lock',
          );
        await pause(retryMs);
      }
    },
    async buildIndex(name, statement) {
      // The next run drops the incomplete index, and builds it again.
      const stop = () => void cancel().catch(() => undefined);
      ending?.addEventListener('abort', stop);
      try {
        for (let attempt = 1; ; attempt++) {
          try {
            return await buildOnce(name, statement);
          } catch (error) {
            if (!LOCKED.has(codeOf(error)) || attempt === MAX_ATTEMPTS) throw error;
          }
        }
      } finally {
        ending?.removeEventListener('abort', stop);
      }
    },
    batchMs: BATCH_MS,
    pause: (ms) => pause(ms),
  };

  async function buildOnce(name: string, statement: Statement): Promise<void> {
    const { rows } = await client.query<{ valid: boolean }>(
      'SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass($1)',
      [name],
    );
    if (rows[0]?.valid) return;
    // One that was being built when its process was killed.
    if (rows[0]) await client.query(`DROP INDEX CONCURRENTLY ${client.escapeIdentifier(name)}`);
    ending?.throwIfAborted();
    await execute(statement);
  }
}
