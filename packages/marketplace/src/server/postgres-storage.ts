import { openAuthDatabase } from '../database/postgres/auth-database.ts';
import { MigrationFailed } from '../database/migrate.ts';
import {
  LIST_CONNECTIONS,
  openPostgres,
  type PostgresDatabase,
  type PostgresSettings,
} from '../database/postgres/engine.ts';
import { type LineageState, mayServe, needsRecord } from '../database/postgres/lineage.ts';
import { openQueueDatabase, QUEUE_CONNECTIONS } from '../database/postgres/queue-database.ts';
import { type Clock, type Log, pause } from '../market/outside.ts';
import { StorageUnavailable } from '../market/refusal.ts';
import { installBoss } from './boss-jobs.ts';
import { nameOfDatabase, type DatabaseConfig } from './config.ts';
import { ConfigError } from './data-folder.ts';
import { systemClock } from './outside.ts';
import {
  type Plan,
  requireCompatiblePlan,
  requireCompatibleSchema,
  requireCurrentSchema,
  type Storage,
} from './storage.ts';

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** Node's codes begin with E; a connection that times out has none. SQLSTATEs are not of that form. */
const isNetworkCode = (code: string) => code === '' || /^E[A-Z_]+$/.test(code);

/** The driver has no code for a server without TLS. */
const lacksTls = (error: unknown) => error instanceof Error && / SSL /.test(error.message);

const refusesWrites = (name: string) =>
  new ConfigError(
    `The database ${name} accepts no writes, like a standby. Name the primary, or list every host so that it is found: postgres://user:password@a:5432,b:5432/database. Or promote this one.`,
  );

/** Turns errors of Postgres and the network into a message with a way out. */
export function toConfigError(error: unknown, url: string): unknown {
  if (error instanceof ConfigError) return error;
  // For missing rights and a full disk, the messages below say more.
  if (error instanceof MigrationFailed && !/^(42501|53100)$/.test(error.code))
    return new ConfigError(error.message);
  if (error instanceof StorageUnavailable) return toConfigError(error.cause, url);
  const name = nameOfDatabase(url);
  if (lacksTls(error)) {
    return new ConfigError(
      `The database ${name} does not support TLS. Turn ssl on in Postgres, or remove sslmode from the URL.`,
    );
  }
  const code = codeOf(error);
  switch (code) {
    case '3D000':
      return new ConfigError(`The database ${name} does not exist; create it first.`);
    case '28P01':
    case '28000':
      return new ConfigError(
        `The database ${name} refuses this user or password (${code}). Check the user and password in the URL.`,
      );
    case '25006':
      return refusesWrites(name);
    case '57P03':
      return new ConfigError(`The database ${name} is starting up or shutting down (57P03).`);
    case '53100':
      return new ConfigError(`The disk of the database ${name} is full (53100). Make room there.`);
    case '53300':
      return new ConfigError(
        `The database ${name} has no connection left (53300). Raise max_connections in Postgres, or lower MKT_DATABASE_CONNECTIONS so that the sum over all processes fits.`,
      );
    case '42501':
      return new ConfigError(
        `This user may not create tables in ${name}. Run mkt-marketplace migrate as the database's owner.`,
      );
    default:
      return new ConfigError(
        isNetworkCode(code)
          ? `Cannot connect to ${name} (${code || 'no response'}). Check the address and that Postgres is running.`
          : `The database ${name} cannot be used (${code}).`,
      );
  }
}

/** Problems that may pass without a change to the settings: SQLSTATEs, and those of the network. */
const MAY_PASS = /^(08|53|57P)/;

const mayPass = (error: unknown): boolean => {
  const code = codeOf(error);
  const isOfNetwork = isNetworkCode(code) && !/^(ERR_|EPROTO)/.test(code) && !lacksTls(error);
  return isOfNetwork || MAY_PASS.test(code);
};

const RETRY_MS = 1_000;
const REPORT_EVERY_MS = 30_000;

/** Waits for a database that cannot be reached yet: it may start later than this process. */
async function settingsOnceReachable(
  postgres: PostgresDatabase,
  url: string,
  { log, ending = new AbortController().signal }: PostgresServer,
): Promise<PostgresSettings> {
  const { promise: ended, reject: end } = Promise.withResolvers<never>();
  ended.catch(() => undefined);
  ending.addEventListener('abort', () => end(ending.reason), { once: true });
  let reportedMs: number | undefined;
  for (;;) {
    ending.throwIfAborted();
    try {
      const settings = await Promise.race([postgres.settings(), ended]);
      if (reportedMs !== undefined) log.info({}, 'the database can be reached');
      return settings;
    } catch (error) {
      if (!mayPass(error)) throw error;
      const nowMs = performance.now();
      if (nowMs - (reportedMs ?? -Infinity) >= REPORT_EVERY_MS) {
        reportedMs = nowMs;
        const { message } = toConfigError(error, url) as ConfigError;
        log.warn({}, `${message} Trying again every second.`);
      }
    }
    await pause(systemClock, RETRY_MS, ending);
  }
}

/** The oldest major version whose behaviour is tested. */
const OLDEST_VERSION = 15;

/** Refuses a database server that is too old, or whose settings would break the guarantees. */
function requireSafeSettings(settings: PostgresSettings, url: string): void {
  const name = nameOfDatabase(url);
  const { version, versionNumber, synchronousCommit, encoding } = settings;
  if (versionNumber < OLDEST_VERSION * 10_000) {
    throw new ConfigError(
      `The database ${name} is Postgres ${version}; the marketplace needs Postgres ${OLDEST_VERSION} or later. Upgrade the database server.`,
    );
  }
  if (synchronousCommit === 'off') {
    throw new ConfigError(
      `The database ${name} confirms commits before they are on disk and could lose orders in a crash. Set synchronous_commit = on.`,
    );
  }
  if (encoding !== 'UTF8') {
    throw new ConfigError(
      `The database ${name} has the encoding ${encoding}; it must be UTF8. Create a database with ENCODING 'UTF8'.`,
    );
  }
}

/** Beside those for operations: lists, the queue, notifications and sign-in. */
const MORE_CONNECTIONS = LIST_CONNECTIONS + QUEUE_CONNECTIONS + 2;

/**
 * Compares the connections that this process may open with those that the server allows, because a lack
 * of connections would otherwise show only under load. A process that cannot have all of its own is
 * refused; if only those of others are in the way, which may end soon, it warns. A pooler's limits are
 * its own.
 */
function checkConnections(
  { maxConnections, reservedConnections, otherConnections, isPooled }: PostgresSettings,
  { url, connections }: Pick<DatabaseConfig, 'url' | 'connections'>,
  log: Log,
): void {
  const needed = connections + MORE_CONNECTIONS;
  const allowed = maxConnections - reservedConnections;
  if (isPooled || needed + otherConnections <= allowed) return;
  if (needed > allowed) {
    const most = allowed - MORE_CONNECTIONS;
    const lower = most > 0 ? `Set MKT_DATABASE_CONNECTIONS to at most ${most}, or raise` : 'Raise';
    throw new ConfigError(
      `This process may open ${needed} connections, but the database ${nameOfDatabase(url)} allows ${allowed}. ${lower} max_connections in Postgres to at least ${needed + reservedConnections}.`,
    );
  }
  log.warn(
    { mayOpen: needed, othersHave: otherConnections, allowed },
    'Postgres may run out of connections: raise its max_connections, or lower MKT_DATABASE_CONNECTIONS so that the sum over all processes fits',
  );
}

/** Upgrades the schemas of the marketplace and the job queue. */
export async function migratePostgres(
  url: string,
  progress: Pick<PostgresStorageOptions, 'log' | 'ending'> = {},
): Promise<readonly string[]> {
  const { applied, close } = await openPostgresStorage({ url, connections: 1 }, progress);
  await close();
  try {
    await installBoss(openQueueDatabase({ url }, { connections: 1 }));
  } catch (error) {
    throw toConfigError(error, url);
  }
  return applied;
}

/** What `migrate` would do. */
export async function planOnPostgres(url: string): Promise<Plan> {
  const postgres = openPostgres({ url, connections: 1 });
  try {
    return requireCompatiblePlan(await postgres.planMigrations());
  } catch (error) {
    throw toConfigError(error, url);
  } finally {
    await postgres.close();
  }
}

const schemaAdvice = (url: string) => ({
  empty: `The database ${nameOfDatabase(url)} holds no marketplace. Check the address, or create the tables of one first: mkt-marketplace migrate`,
  older: `The marketplace in ${nameOfDatabase(url)} has the schema of an older version. Back it up, then migrate it: mkt-marketplace migrate`,
});

/** What a process that serves adds. */
export interface PostgresServer {
  log: Log;
  /** Called when a write fails because the disk is full. */
  onDiskFull?: (() => void) | undefined;
  /** Ends the wait for a database that cannot be reached yet, and a migration. */
  ending?: AbortSignal | undefined;
  /** Closes every connection, for the end of a process. */
  cutOff?: AbortSignal;
}

interface PostgresStorageOptions {
  clock?: Pick<Clock, 'now'> | undefined;
  /**
   * Whether to bring the schema up to date, which is the default; otherwise it must be, unless the
   * database is empty and may be.
   */
  migrates?: boolean | 'if empty';
  /**
   * For a process that serves, which opens all of its connections: the database must be the one that
   * was served last, and have enough of them.
   */
  server?: PostgresServer;
  /** Receives the progress of migrations. */
  log?: Log | undefined;
  /** Ends a migration before its next transaction. */
  ending?: AbortSignal | undefined;
  /** For work that may take as long as it needs. */
  isPatient?: boolean;
}

/**
 * Refuses a database that was restored or promoted since it was served last: orders that wait in it
 * may have been called already. A database that no process has served yet is accepted.
 */
async function requireRecovered(
  postgres: PostgresDatabase,
  { url, failover }: Pick<DatabaseConfig, 'url' | 'failover'>,
): Promise<LineageState> {
  const state = await postgres.lineage();
  if (mayServe(state, failover)) return state;
  const name = nameOfDatabase(url);
  const recover =
    'Orders that wait in it may have been called already. Settle them as interrupted, then start again: mkt-marketplace recover';
  switch (state.kind) {
    case 'standby':
      throw refusesWrites(name);
    case 'hidden':
      throw new ConfigError(
        `The database ${name} does not say whether it was restored or promoted (${state.code}). Let this user call pg_control_system, pg_current_wal_lsn and pg_walfile_name. Or set MKT_DATABASE_FAILOVER=continue, and run mkt-marketplace recover --force yourself, with no server running, after each restore and each failover that may have lost something.`,
      );
    case 'promoted':
      throw new ConfigError(
        `The database ${name} was promoted, or restored to an earlier time, since it was served last (timeline ${state.from}, now ${state.to}). ${recover}`,
      );
    case 'copied':
    case 'unrecorded':
    case 'same':
      throw new ConfigError(
        `The database ${name} was restored from a copy, or moved to another server, since it was served last. ${recover}`,
      );
  }
}

/** Behind a pooler, the lock of a migration could end, or stay, without its process. */
async function requireNothingToMigrate(postgres: PostgresDatabase, url: string): Promise<void> {
  const state = await postgres.inspectSchema();
  if (state.kind === 'empty' || (state.kind === 'present' && state.missing.length > 0))
    throw new ConfigError(
      `The database ${nameOfDatabase(url)} must be migrated, but not through a pooler. Name Postgres itself: mkt-marketplace migrate --database postgres://user:password@host:5432/database`,
    );
}

/** A Postgres database. Throws `ConfigError` if it cannot be used or its settings are unsafe. */
export async function openPostgresStorage(
  {
    url,
    connections,
    failover = 'stop',
  }: Omit<DatabaseConfig, 'failover'> & Partial<DatabaseConfig>,
  {
    clock,
    migrates = true,
    server,
    log = server?.log,
    ending = server?.ending,
    isPatient,
  }: PostgresStorageOptions = {},
): Promise<Storage> {
  const postgres = openPostgres({
    url,
    connections,
    clock,
    failover: server ? failover : undefined,
    isPatient,
    onDiskFull: server?.onDiskFull,
    cutOff: server?.cutOff,
  });
  try {
    const settings = await (server
      ? settingsOnceReachable(postgres, url, server)
      : postgres.settings());
    requireSafeSettings(settings, url);
    if (server) checkConnections(settings, { url, connections }, server.log);
    const lineage = server ? await requireRecovered(postgres, { url, failover }) : undefined;
    const mayChange =
      migrates === 'if empty' ? (await postgres.inspectSchema()).kind === 'empty' : migrates;
    if (mayChange && settings.isPooled) await requireNothingToMigrate(postgres, url);
    const applied = mayChange
      ? requireCompatibleSchema(await postgres.migrate({ log, ending }))
      : [];
    if (mayChange) await postgres.continueLog();
    else requireCurrentSchema(await postgres.inspectSchema(), schemaAdvice(url));
    const promoted = lineage?.kind === 'promoted' ? lineage : undefined;
    if (lineage && needsRecord(lineage)) await postgres.recordLineage();
    const auth = openAuthDatabase({
      url,
      clock,
      admit: postgres.admit,
      cutOff: server?.cutOff,
    });
    return {
      engine: postgres.engine,
      timings: postgres.timings,
      auth,
      exclusive: false,
      applied,
      promoted: promoted && { from: promoted.from, to: promoted.to },
      snapshot: postgres.snapshot,
      postgres,
      checkWrite: postgres.checkWrite,
      async close() {
        await Promise.all([auth.close(), postgres.close()]);
      },
    };
  } catch (error) {
    await postgres.close();
    throw toConfigError(error, url);
  }
}
