import {
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { type AuthDatabase, createAuthDatabase } from '../auth-database.ts';
import type { Engine } from '../engine.ts';
import {
  SingleStatement,
  type SqliteDialect,
  type Statement,
  type StatementOutcome,
} from '../operation.ts';
import type { Database } from '../tables.ts';

/** kysely as a compiler of SQLite SQL only; the engine runs the statements. */
export function sqliteDialect(engine: Omit<SqliteDialect, 'name' | 'db'>): SqliteDialect {
  const db = new Kysely<Database>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (each) => new SqliteIntrospector(each),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
  return { name: 'sqlite', db, ...engine };
}

const statementOfAuth = (_: unknown, statement: Statement) =>
  new SingleStatement(statement, (outcome: StatementOutcome) => outcome);

/**
 * Runs on the engine's connection, so that its writes share commits with all others. Writes on a
 * second connection would look like those of another process, and each would make the read cache
 * check the list of changed rows; and a second connection to a database in memory would open a
 * different database.
 */
export function openAuthDatabase({ read, writeOnce }: Engine): AuthDatabase {
  return createAuthDatabase(
    'sqlite',
    (statement, reads) => (reads ? read : writeOnce)(statementOfAuth, statement),
    () => Promise.resolve(),
  );
}
