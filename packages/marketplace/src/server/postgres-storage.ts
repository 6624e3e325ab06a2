import { openAuthDatabase } from '../database/postgres/auth-database.ts';
import {
  LIST_CONNECTIONS,
  openPostgres,
  type PostgresSettings,
} from '../database/postgres/engine.ts';
import { openQueueDatabase, QUEUE_CONNECTIONS } from '../database/postgres/queue-database.ts';
import type { Clock, Log } from '../market/outside.ts';
import { installBoss } from './boss-jobs.ts';
import { nameOfDatabase, type DatabaseConfig } from './config.ts';
import { ConfigError } from './data-folder.ts';
import { requireCompatibleSchema, type Storage } from './storage.ts';

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
    case '25006':
      return new ConfigError(
        `The database ${name} accepts no writes, like a standby. Name the primary, or list every host so that it is found: postgres://user:password@a:5432,b:5432/database.`,
      );
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
 * Compares the connections that this process may open with those that the server allows, which would
 * otherwise first be missing under load. A process that cannot have all of its own is refused; if only
 * those of others are in the way, which may end soon, it warns. A pooler's limits are its own.
 */
function checkConnections(
  { maxConnections, reservedConnections, otherConnections, isPooled }: PostgresSettings,
  { url, connections }: DatabaseConfig,
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
export async function migratePostgres(url: string): Promise<readonly string[]> {
  const { applied, close } = await openPostgresStorage({ url, connections: 1 });
  await close();
  try {
    await installBoss(openQueueDatabase({ url }, { connections: 1 }));
  } catch (error) {
    throw toConfigError(error, url);
  }
  return applied;
}

/**
 * A Postgres database. Throws `ConfigError` if it cannot be used or its settings are unsafe; for a
 * `server`, which opens all of its connections, also if there are too few.
 */
export async function openPostgresStorage(
  { url, connections }: DatabaseConfig,
  { clock, server }: { clock?: Pick<Clock, 'now'> | undefined; server?: { log: Log } } = {},
): Promise<Storage> {
  const postgres = openPostgres({ url, connections, clock });
  try {
    const settings = await postgres.settings();
    requireSafeSettings(settings, url);
    if (server) checkConnections(settings, { url, connections }, server.log);
    const applied = requireCompatibleSchema(await postgres.migrate());
    const auth = openAuthDatabase({ url, clock });
    return {
      engine: postgres.engine,
      auth,
      exclusive: false,
      applied,
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
