import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { MIGRATIONS, type Migration } from './migrations/list.ts';
import { all, type Dialect, type Operation } from './operation.ts';

export type Incompatible =
  /** A newer version changed the database in a way that this version cannot work with. */
  | { kind: 'too-new'; oldestCode: number; code: number }
  /** A migration was applied with different statements, by an unreleased version. */
  | { kind: 'other-version'; name: string };

export type MigrationOutcome = { kind: 'ready'; applied: string[] } | Incompatible;

export type SchemaState =
  /** There is no marketplace in the database. */
  | { kind: 'empty' }
  /** `missing`: the names of the migrations that this version has and the database has not. */
  | { kind: 'present'; missing: string[] }
  | Incompatible;

/** The key of the advisory lock, chosen arbitrarily: while one process migrates, the others wait. */
const MIGRATION_LOCK = 6_587_411_902;
/** How long to wait for a table that is in use: every later statement on it waits meanwhile. */
const TABLE_LOCK_MS = 10_000;

/**
 * The database's clock: the time at which the transaction began. Tests set a time of their own in
 * their sessions.
 */
const POSTGRES_CLOCK = sql`
  CREATE OR REPLACE FUNCTION mkt_now() RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT coalesce(
      nullif(current_setting('mkt.now', true), '')::bigint,
      floor(extract(epoch FROM now()) * 1000)::bigint)
  $$`;

/** SQLite's transaction is a lock by itself; on Postgres this waits for one without a time limit. */
function* lockPostgres({ db }: Dialect): Operation<void> {
  yield sql`SELECT set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true)`.compile(
    db,
  );
  yield sql`SELECT pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.compile(db);
  yield sql`SELECT set_config('lock_timeout', ${String(TABLE_LOCK_MS)}, true)`.compile(db);
}

function* hasMigrations({ db, name }: Dialect): Operation<boolean> {
  const { rows } = yield name === 'postgres'
    ? sql`SELECT 1 WHERE to_regclass('migration') IS NOT NULL`.compile(db)
    : sql`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'migration'`.compile(db);
  return rows.length > 0;
}

/** Creates the migration table; if it exists, no right to create tables is needed. */
function* prepare(dialect: Dialect): Operation<void> {
  const { db, name } = dialect;
  if (name === 'postgres') {
    yield* lockPostgres(dialect);
    if (yield* hasMigrations(dialect)) return;
    yield POSTGRES_CLOCK.compile(db);
  }
  yield db.schema
    .createTable('migration')
    .ifNotExists()
    .addColumn('number', 'integer', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('oldest_code', 'integer', (column) => column.notNull())
    .addColumn('applied_at', 'bigint', (column) => column.notNull())
    .compile();
}

/** The SHA-256 of all statements of a migration on this engine, in hex. */
function hashOf(dialect: Dialect, { up }: Migration): string {
  const hash = createHash('sha256');
  for (const { sql: text, parameters } of up(dialect))
    hash.update(JSON.stringify([text, parameters]));
  return hash.digest('hex');
}

/** Compares the schema with that of this version; the migrations before `next` have been applied. */
function* compareSchema(
  dialect: Dialect,
  migrations: readonly Migration[],
): Operation<{ next: number; hashes: string[] } | Incompatible> {
  const present = yield* all(dialect.db.selectFrom('migration').selectAll().orderBy('number'));
  const oldestCode = Math.max(0, ...present.map((row) => row.oldest_code));
  if (oldestCode > migrations.length) {
    return { kind: 'too-new', oldestCode, code: migrations.length };
  }
  const hashes = migrations.map((each) => hashOf(dialect, each));
  const changed = present.find(
    ({ hash }, index) => index < hashes.length && hash !== hashes[index],
  );
  if (changed) return { kind: 'other-version', name: changed.name };
  return { next: present.length, hashes };
}

/** Whether this version can work with the schema as it is. Changes nothing. */
export function* inspectSchema(
  dialect: Dialect,
  migrations: readonly Migration[] = MIGRATIONS,
): Operation<SchemaState> {
  if (!(yield* hasMigrations(dialect))) return { kind: 'empty' };
  const compared = yield* compareSchema(dialect, migrations);
  if ('kind' in compared) return compared;
  if (compared.next === 0) return { kind: 'empty' };
  return { kind: 'present', missing: migrations.slice(compared.next).map(({ name }) => name) };
}

/**
 * Upgrades the schema to this version, under a lock, in the transaction that it runs in. A newer
 * schema is accepted if its migrations allow this version, so that rolling upgrades work.
 */
export function* migrate(
  dialect: Dialect,
  migrations: readonly Migration[] = MIGRATIONS,
): Operation<MigrationOutcome> {
  yield* prepare(dialect);
  const compared = yield* compareSchema(dialect, migrations);
  if ('kind' in compared) return compared;
  const { next, hashes } = compared;
  const applied: string[] = [];
  for (const [index, migration] of migrations.entries()) {
    if (index < next) continue;
    yield* migration.up(dialect);
    yield dialect.db
      .insertInto('migration')
      .values({
        number: index + 1,
        name: migration.name,
        hash: hashes[index] ?? '',
        oldest_code: migration.oldestCode,
        applied_at: sql<number>`mkt_now()`,
      })
      .compile();
    applied.push(migration.name);
  }
  return { kind: 'ready', applied };
}
