import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import { type AuthDatabase, createAuthDatabase } from '../auth-database.ts';
import type { Dialect } from '../operation.ts';
import type { Database } from '../tables.ts';
import { createPool, type PostgresAddress, toStorageError, withSession } from './session.ts';

/** kysely as a compiler of Postgres SQL only; the engine runs the statements. */
export function postgresDialect(): Dialect {
  const db = new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (each) => new PostgresIntrospector(each),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  return { name: 'postgres', db };
}

/** Its own connection, opened at the first statement, so that orders keep all of theirs. */
export function openAuthDatabase(address: PostgresAddress): AuthDatabase {
  const pool = createPool({ ...address, connections: 1 });
  return createAuthDatabase(
    'postgres',
    async (statement) => {
      try {
        return await withSession(pool, ({ execute }) => execute(statement));
      } catch (error) {
        throw toStorageError(error, 'statementOfAuth');
      }
    },
    () => pool.end(),
  );
}
