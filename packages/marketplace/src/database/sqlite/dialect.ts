import {
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Database } from '../database.ts';
import type { SqliteDialect } from '../operation.ts';

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
