import { openAuthDatabase } from '../database/postgres/auth-database.ts';
import { openPostgres, type PostgresDatabase } from '../database/postgres/engine.ts';
import { type LineageState, mayServe, needsRecord } from '../database/postgres/lineage.ts';
import type { Clock } from '../market/outside.ts';
import { installBoss } from './boss-jobs.ts';
import { nameOfDatabase, type DatabaseConfig } from './config.ts';
import { ConfigError } from './data-folder.ts';
import { requireCompatibleSchema, requireCurrentSchema, type Storage } from './storage.ts';

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** Node's codes begin with E; a connection that times out has none. SQLSTATEs are not of that form. */
const isNetworkCode = (code: string) => code === '' || /^E[A-Z_]+$/.test(code);

/** Turns errors of Postgres and the network into a message with a way out. */
function toConfigError(error: unknown, url: string): unknown {
  if (error instanceof ConfigError) return error;
  const name = nameOfDatabase(url);
  const code = codeOf(error);
  switch (code) {
    case '3D000':
      return new ConfigError(`The database ${name} does not exist; create it first.`);
    case '28P01':
    case '28000':
      return new ConfigError(
        `The database ${name} refuses this user or password (${code}). Check the user and password in the URL.`,
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

/** Refuses settings of the database server that would break the guarantees. */
async function requireSafeSettings({ settings }: PostgresDatabase, url: string): Promise<void> {
  const name = nameOfDatabase(url);
  const { synchronousCommit, encoding } = await settings();
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

/** Upgrades the schemas of the marketplace and the job queue. */
export async function migratePostgres(url: string): Promise<readonly string[]> {
  const { applied, close } = await openPostgresStorage({ url, connections: 1 });
  await close();
  try {
    await installBoss(url);
  } catch (error) {
    throw toConfigError(error, url);
  }
  return applied;
}

const schemaAdvice = (url: string) => ({
  empty: `The database ${nameOfDatabase(url)} holds no marketplace. Check the address, or create one in it: mkt-marketplace serve`,
  older: `The marketplace in ${nameOfDatabase(url)} has the schema of an older version. Back it up, then migrate it: mkt-marketplace migrate`,
});

interface PostgresStorageOptions {
  clock?: Pick<Clock, 'now'> | undefined;
  /** Whether to bring the schema up to date, which is the default; otherwise it must be. */
  migrates?: boolean;
  /** For a process that serves: the database must be the one that was served last. */
  serves?: boolean;
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
      throw new ConfigError(
        `The database ${name} is a standby, in which nothing can be stored. Use the address of the primary, or promote this one.`,
      );
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

/** A Postgres database. Throws `ConfigError` if it cannot be used or its settings are unsafe. */
export async function openPostgresStorage(
  {
    url,
    connections,
    failover = 'stop',
  }: Omit<DatabaseConfig, 'failover'> & Partial<DatabaseConfig>,
  { clock, migrates = true, serves = false }: PostgresStorageOptions = {},
): Promise<Storage> {
  const postgres = openPostgres({
    url,
    connections,
    clock,
    failover: serves ? failover : undefined,
  });
  try {
    const lineage = serves ? await requireRecovered(postgres, { url, failover }) : undefined;
    const applied = migrates ? requireCompatibleSchema(await postgres.migrate()) : [];
    if (!migrates) requireCurrentSchema(await postgres.inspectSchema(), schemaAdvice(url));
    await requireSafeSettings(postgres, url);
    const promoted = lineage?.kind === 'promoted' ? lineage : undefined;
    if (lineage && needsRecord(lineage)) await postgres.recordLineage();
    const auth = openAuthDatabase({ url, clock, admit: postgres.admit });
    return {
      engine: postgres.engine,
      auth,
      exclusive: false,
      applied,
      promoted: promoted && { from: promoted.from, to: promoted.to },
      postgres,
      async close() {
        await auth.close();
        await postgres.close();
      },
    };
  } catch (error) {
    await postgres.close();
    throw toConfigError(error, url);
  }
}
