import { ConfigError } from '../config/config-error.ts';
import { nameOfDatabase } from '../config/name-of-database.ts';
import type { DatabaseConfig } from '../config/config.ts';
import type { Clock } from '../domain/clock.ts';
import { installBoss } from '../jobs/boss-jobs.ts';
import { openPostgres, type PostgresDatabase } from '../sql/postgres/engine.ts';
import { requireCompatibleSchema, type Storage } from '../storage.ts';

export interface PostgresStorage extends Storage {
  postgres: PostgresDatabase;
  /** The migrations that this start applied. */
  applied: string[];
}

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** What Postgres and the system say of a database that cannot be used, in a sentence. */
function openingError(error: unknown, url: string): unknown {
  if (error instanceof ConfigError) return error;
  const name = nameOfDatabase(url);
  const code = codeOf(error);
  switch (code) {
    case '3D000':
      return new ConfigError(`There is no database ${name}; create it first.`);
    case '28P01':
    case '28000':
      return new ConfigError(`The database ${name} refuses this user or password (${code}).`);
    case '42501':
      return new ConfigError(
        `This user may not set up the database ${name}; run migrate as its owner.`,
      );
    default:
      return new ConfigError(`The database ${name} cannot be used (${code || 'no answer'}).`);
  }
}

/** What the promises rest on, and a server may be set up without. */
async function refuseUnsafe({ settings }: PostgresDatabase, url: string): Promise<void> {
  const name = nameOfDatabase(url);
  const { synchronousCommit, encoding } = await settings();
  if (synchronousCommit === 'off') {
    throw new ConfigError(
      `The database ${name} confirms what is not on disk yet; set synchronous_commit = on.`,
    );
  }
  if (encoding !== 'UTF8') {
    throw new ConfigError(`The database ${name} is encoded in ${encoding}; it must be UTF8.`);
  }
}

/** Brings everything up to date that is kept in the database: the schema, and that of the queue. */
export async function migratePostgres(url: string): Promise<string[]> {
  const { applied, close } = await openPostgresStorage({ url, connections: 1 });
  await close();
  try {
    await installBoss(url);
  } catch (error) {
    throw openingError(error, url);
  }
  return applied;
}

/** A Postgres that is reachable, safe and up to date. Throws `ConfigError`. */
export async function openPostgresStorage(
  { url, connections }: DatabaseConfig,
  clock?: Pick<Clock, 'now'>,
): Promise<PostgresStorage> {
  const postgres = openPostgres({ url, connections, clock });
  try {
    const applied = requireCompatibleSchema(await postgres.migrate());
    await refuseUnsafe(postgres, url);
    return {
      engine: postgres.engine,
      postgres,
      applied,
      alone: false,
      close: () => postgres.close(),
    };
  } catch (error) {
    await postgres.close();
    throw openingError(error, url);
  }
}
