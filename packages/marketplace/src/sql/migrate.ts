import { sql } from 'kysely';
import { MIGRATIONS, type Migration } from './migrations/list.ts';
import { all, type Dialect, type Operation } from './operation.ts';

export type MigrationOutcome =
  | { kind: 'ready'; applied: string[] }
  /** The database was changed by newer code that this code cannot live with. */
  | { kind: 'too-new'; oldestCode: number; code: number };

/**
 * Brings the schema up to this code, under the lock of the transaction that it runs in. A schema
 * that is newer is fine as long as its migrations say that this code can live with it, so that a
 * rolling upgrade works.
 */
export function* migrate(
  dialect: Dialect,
  migrations: readonly Migration[] = MIGRATIONS,
): Operation<MigrationOutcome> {
  const { db } = dialect;
  yield db.schema
    .createTable('migration')
    .ifNotExists()
    .addColumn('number', 'integer', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('oldest_code', 'integer', (column) => column.notNull())
    .addColumn('applied_at', 'bigint', (column) => column.notNull())
    .compile();
  const present = yield* all(db.selectFrom('migration').selectAll().orderBy('number'));
  const oldestCode = Math.max(0, ...present.map((row) => row.oldest_code));
  if (oldestCode > migrations.length) {
    return { kind: 'too-new', oldestCode, code: migrations.length };
  }
  const applied: string[] = [];
  for (const [index, migration] of migrations.entries()) {
    if (index < present.length) continue;
    yield* migration.up(dialect);
    yield db
      .insertInto('migration')
      .values({
        number: index + 1,
        name: migration.name,
        oldest_code: migration.oldestCode,
        applied_at: sql<number>`mkt_now()`,
      })
      .compile();
    applied.push(migration.name);
  }
  return { kind: 'ready', applied };
}
