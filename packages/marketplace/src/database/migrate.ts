import { createHash } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { type RawBuilder, sql } from 'kysely';
import type { Log } from '../market/outside.ts';
import { toDatabaseFailure } from './failure.ts';
import {
  type Backfill,
  changesOf,
  createIndex,
  EVERY_ROW,
  type Migration,
  MIGRATIONS,
  statementsOf,
  type Step,
} from './migrations/list.ts';
import { all, type Dialect, first, type Operation, type Statement } from './operation.ts';

export type Incompatible =
  /** A newer version changed the database in a way that this version cannot work with. */
  | { kind: 'too-new'; oldestCode: number; code: number }
  /** A migration was applied with different statements, by an unreleased version. */
  | { kind: 'other-version'; name: string };

export type MigrationOutcome =
  | { kind: 'ready'; applied: string[] }
  /** A server is running whose version could not work with the schema after this migration. */
  | { kind: 'served'; name: string }
  /** It was asked to end. What was done is kept, and continued by the next run. */
  | { kind: 'stopped' }
  | Incompatible;

export type SchemaState =
  /** There is no marketplace in the database. */
  | { kind: 'empty' }
  /** `missing`: the names of the migrations that this version has and the database has not. */
  | { kind: 'present'; missing: string[] }
  | Incompatible;

/** Where a migration runs: one connection, on which nothing else happens meanwhile. */
export interface MigrationSession {
  dialect: Dialect;
  /** Runs an operation that only reads. */
  read<Result>(operation: Operation<Result>): Promise<Result>;
  /**
   * Runs an operation as one transaction, again and again until it gets its locks soon enough not to
   * keep orders waiting. `tables` are those that it alters.
   */
  write<Result>(build: () => Operation<Result>, tables?: readonly string[]): Promise<Result>;
  /** On Postgres: builds an index while orders continue. On SQLite an index is part of a transaction. */
  buildIndex?(name: string, statement: Statement): Promise<void>;
  /** How long one transaction of a backfill may hold its locks. */
  batchMs: number;
  /** After each transaction of a backfill: lets others write, and this process receive signals. */
  pause(ms: number): Promise<void>;
}

export interface MigrateOptions {
  log?: Log | undefined;
  /** Ends it after the transaction that is running; on Postgres it cancels the building of an index. */
  ending?: AbortSignal | undefined;
  /** Whether a server is running on the database. */
  isServed?: (() => Promise<boolean>) | undefined;
  migrations?: readonly Migration[] | undefined;
}

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

/** The columns of the migration table; none if there is no such table. */
function* columnsPresent({ db, name }: Dialect): Operation<string[]> {
  const { rows } = yield name === 'postgres'
    ? sql`SELECT attname AS name FROM pg_attribute
        WHERE attrelid = to_regclass('migration') AND attnum > 0 AND NOT attisdropped`.compile(db)
    : sql`SELECT name FROM pragma_table_info('migration')`.compile(db);
  return (rows as { name: string }[]).map((row) => row.name);
}

/**
 * The whole schema in one transaction, so that no half of it is ever there; nobody waits for it. Another
 * process may have begun since.
 */
function* createSchema(dialect: Dialect, migrations: readonly Migration[]): Operation<boolean> {
  if ((yield* columnsPresent(dialect)).length > 0) return false;
  yield* createMigrationTable(dialect);
  for (const [done, migration] of migrations.entries()) {
    yield* begin(dialect, migration, done + 1);
    for (const [steps, step] of migration.steps.entries()) {
      if (step.kind === 'change') for (const statement of changesOf(dialect, step)) yield statement;
      else if (step.kind === 'index') yield createIndex(dialect, step, { isInTransaction: true });
      else yield step.update(dialect, EVERY_ROW);
      yield* finishStep(dialect, migration, { done, steps });
    }
  }
  return true;
}

function* createMigrationTable({ db, name }: Dialect): Operation<void> {
  if (name === 'postgres') yield POSTGRES_CLOCK.compile(db);
  yield db.schema
    .createTable('migration')
    .addColumn('number', 'integer', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('oldest_code', 'integer', (column) => column.notNull())
    .addColumn('applied_at', 'bigint')
    .addColumn('steps_done', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('position', 'text')
    .compile();
}

/** The SHA-256 of all statements of a migration on this engine, in hex. */
function hashOf(dialect: Dialect, migration: Migration): string {
  const hash = createHash('sha256');
  for (const { sql: text, parameters } of statementsOf(dialect, migration))
    hash.update(JSON.stringify([text, parameters]));
  return hash.digest('hex');
}

/** How far the schema is: `done` migrations are applied, and `steps` of the next one. */
interface Position {
  done: number;
  steps: number;
  /** The last row that the running backfill has filled; null before it begins. */
  row: string | null;
  /** Whether the next migration has begun. */
  hasBegun: boolean;
}

/** Compares the schema with that of this version. */
function* compareSchema(
  dialect: Dialect,
  migrations: readonly Migration[],
): Operation<Position | Incompatible | undefined> {
  const columns = yield* columnsPresent(dialect);
  if (columns.length === 0) return undefined;
  if (!columns.includes('steps_done')) return { kind: 'other-version', name: '0001-start' };
  const present = yield* all(dialect.db.selectFrom('migration').selectAll().orderBy('number'));
  const oldestCode = Math.max(0, ...present.map((row) => row.oldest_code));
  if (oldestCode > migrations.length) {
    return { kind: 'too-new', oldestCode, code: migrations.length };
  }
  const changed = present.find(({ hash }, index) => {
    const migration = migrations[index];
    return migration !== undefined && hash !== hashOf(dialect, migration);
  });
  if (changed) return { kind: 'other-version', name: changed.name };
  const underWay = present.find((row) => row.applied_at === null);
  return {
    done: present.filter((row) => row.applied_at !== null).length,
    steps: underWay?.steps_done ?? 0,
    row: underWay?.position ?? null,
    hasBegun: underWay !== undefined,
  };
}

/** Whether this version can work with the schema as it is. Changes nothing. */
export function* inspectSchema(
  dialect: Dialect,
  migrations: readonly Migration[] = MIGRATIONS,
): Operation<SchemaState> {
  const compared = yield* compareSchema(dialect, migrations);
  if (compared === undefined) return { kind: 'empty' };
  if ('kind' in compared) return compared;
  if (compared.done === 0) return { kind: 'empty' };
  return { kind: 'present', missing: migrations.slice(compared.done).map(({ name }) => name) };
}

/** A step that has still to be done. */
export interface PlannedStep {
  migration: string;
  number: number;
  of: number;
  title: string;
  /** The rows that it reads or writes, estimated on Postgres; null for a change, which takes an instant. */
  rows: number | null;
  /** Roughly, on a machine with two cores. */
  seconds: number;
  /** Whether orders wait while it runs. */
  waits: boolean;
}

export type MigrationPlan =
  | { kind: 'empty' }
  | { kind: 'planned'; steps: PlannedStep[] }
  | Incompatible;

/** Seconds for a million rows, pauses included, measured on orders with two cores. */
const SECONDS_PER_MILLION = {
  sqlite: { backfill: 30, index: 2 },
  postgres: { backfill: 210, index: 5 },
} as const;

/** What has still to be done. Changes nothing. */
export function* planMigrations(
  dialect: Dialect,
  migrations: readonly Migration[] = MIGRATIONS,
): Operation<MigrationPlan> {
  const compared = yield* compareSchema(dialect, migrations);
  if (compared === undefined) return { kind: 'empty' };
  if ('kind' in compared) return compared;
  if (compared.done === 0) return { kind: 'empty' };
  const steps: PlannedStep[] = [];
  for (const [index, migration] of migrations.entries()) {
    const isNext = index === compared.done;
    for (const [at, step] of migration.steps.entries()) {
      if (index < compared.done || (isNext && at < compared.steps)) continue;
      const after = isNext && at === compared.steps ? compared.row : null;
      const rows = step.kind === 'change' ? null : yield* countRows(dialect, step, after);
      const perMillion = step.kind === 'change' ? 0 : SECONDS_PER_MILLION[dialect.name][step.kind];
      steps.push({
        migration: migration.name,
        number: at + 1,
        of: migration.steps.length,
        title: step.title,
        rows,
        seconds: ((rows ?? 0) * perMillion) / 1_000_000,
        waits: step.kind === 'index' && dialect.name === 'sqlite',
      });
    }
  }
  return { kind: 'planned', steps };
}

/** How many rows the table has, or a backfill still has to read; none if the table does not exist yet. */
function* countRows(
  { db, name }: Dialect,
  step: Exclude<Step, { kind: 'change' }>,
  after: string | null,
): Operation<number> {
  const { table } = step;
  const known = yield* first(
    rowsOf(
      db,
      name === 'postgres'
        ? sql<{ count: number }>`SELECT reltuples::bigint AS count FROM pg_class
            WHERE oid = to_regclass(${table})`
        : sql<{ count: number }>`SELECT -1 AS count FROM sqlite_master
            WHERE type = 'table' AND name = ${table}`,
    ),
  );
  if (!known) return 0;
  // Postgres has an estimate, unless it is negative; counting would read the whole table.
  if (known.count >= 0 && after === null) return known.count;
  const rest =
    step.kind === 'backfill' && after !== null ? sql`WHERE ${sql.ref(step.key)} > ${after}` : sql``;
  const counted = yield* first(
    rowsOf(db, sql<{ count: number }>`SELECT count(*) AS count FROM ${sql.table(table)} ${rest}`),
  );
  return counted?.count ?? 0;
}

const rowsOf = <Row>(db: Dialect['db'], query: RawBuilder<Row>) => ({
  compile: () => query.compile(db),
});

/**
 * Brings the schema up to date, step by step. What is done is recorded with it, so that a run that was
 * killed is continued by the next one. A newer schema is accepted if its migrations allow this
 * version, so that rolling upgrades work.
 */
export async function migrate(
  session: MigrationSession,
  { isServed, migrations = MIGRATIONS, log, ending }: MigrateOptions = {},
): Promise<MigrationOutcome> {
  const { dialect, read, write } = session;
  const applied: string[] = [];
  let begun: { name?: string; atMs: number } = { atMs: 0 };
  for (;;) {
    const position = await read(compareSchema(dialect, migrations));
    if (position === undefined) {
      const isMine = await write(() => createSchema(dialect, migrations));
      if (isMine) return { kind: 'ready', applied: migrations.map(({ name }) => name) };
      continue;
    }
    if ('kind' in position) return position;
    const migration = migrations[position.done];
    if (!migration) return { kind: 'ready', applied };
    if (ending?.aborted) return { kind: 'stopped' };
    if (begun.name !== migration.name) {
      if (migration.oldestCode > position.done && position.done > 0 && (await isServed?.()))
        return { kind: 'served', name: migration.name };
      begun = { name: migration.name, atMs: performance.now() };
      log?.info(
        { migration: migration.name, steps: migration.steps.length },
        position.hasBegun ? 'migration continues' : 'migration begins',
      );
    }
    if (!position.hasBegun) {
      await write(() => begin(dialect, migration, position.done + 1));
      continue;
    }
    const isMine = await runStep(session, migration, position, { log, ending });
    if (!isMine || position.steps + 1 < migration.steps.length) continue;
    log?.info({ migration: migration.name, seconds: secondsSince(begun.atMs) }, 'migration done');
    applied.push(migration.name);
  }
}

const secondsSince = (ms: number) => Math.round((performance.now() - ms) / 100) / 10;

function* begin(dialect: Dialect, migration: Migration, number: number): Operation<void> {
  const { name, oldestCode } = migration;
  yield dialect.db
    .insertInto('migration')
    .values({
      number,
      name,
      hash: hashOf(dialect, migration),
      oldest_code: oldestCode,
      applied_at: null,
      steps_done: 0,
      position: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .compile();
}

/**
 * Runs the next step, or what is left of it. Returns false if another process has done so, or if it was
 * asked to end.
 */
async function runStep(
  session: MigrationSession,
  migration: Migration,
  position: Position,
  { log, ending }: Pick<MigrateOptions, 'log' | 'ending'>,
): Promise<boolean> {
  const { dialect } = session;
  const { steps, name } = migration;
  const step = steps[position.steps];
  if (!step) throw new Error(`The migration ${name} has no step ${position.steps + 1}.`);
  const fields = { migration: name, step: position.steps + 1, of: steps.length, does: step.title };
  const startedAt = performance.now();
  log?.info(fields, position.row === null ? 'migration step begins' : 'migration step continues');
  const finish = (statements: () => Iterable<Statement>) => () =>
    ifStillAt(dialect, position, function* last() {
      for (const statement of statements()) yield statement;
      yield* finishStep(dialect, migration, position);
      return true;
    });

  async function run(step: Step): Promise<boolean | undefined> {
    if (step.kind === 'backfill')
      return backfill(session, { migration, step, position, ending }, (rows) =>
        log?.info(
          { ...fields, rows, seconds: secondsSince(startedAt) },
          'migration step is in progress',
        ),
      );
    if (step.kind === 'change')
      return session.write(
        finish(() => changesOf(dialect, step)),
        step.tables,
      );
    const index = createIndex(dialect, step);
    if (!session.buildIndex) return session.write(finish(() => [index]));
    await session.buildIndex(step.name, index);
    return session.write(finish(() => []));
  }

  try {
    const isMine = (await run(step)) ?? false;
    const seconds = secondsSince(startedAt);
    log?.info(
      { ...fields, seconds },
      isMine ? 'migration step done' : 'another process has done the migration step',
    );
    return isMine;
  } catch (error) {
    if (ending?.aborted) {
      log?.info(
        { ...fields, seconds: secondsSince(startedAt) },
        'migration step stops; migrate continues with it',
      );
      return false;
    }
    log?.error(
      { ...fields, seconds: secondsSince(startedAt), err: error },
      'migration step failed; once the cause is removed, migrate continues with it',
    );
    throw new MigrationFailed(fields, error);
  }
}

/** A step that could not be done, and was undone. */
export class MigrationFailed extends Error {
  /** SQLSTATE, SQLite's code or the system's error code; empty if there is none. */
  readonly code: string;

  constructor(
    { migration, step, of, does }: { migration: string; step: number; of: number; does: string },
    cause: unknown,
  ) {
    const { code } = toDatabaseFailure(cause);
    super(
      `The migration ${migration} failed in step ${step} of ${of}, "${does}" (${code || 'no code'}). What was done before is kept. Remove the cause, then continue: mkt-marketplace migrate`,
      { cause },
    );
    this.name = 'MigrationFailed';
    this.code = code;
  }
}

/**
 * Does the work, or returns `undefined` if another process has done it: on SQLite two processes may
 * migrate in turns, because only a transaction is locked.
 */
function* ifStillAt<Result>(
  { db }: Dialect,
  { done, steps, row }: Position,
  work: () => Operation<Result>,
): Operation<Result | undefined> {
  const found = yield* first(
    db
      .selectFrom('migration')
      .select(['steps_done', 'position', 'applied_at'])
      .where('number', '=', done + 1),
  );
  const isThere =
    found?.applied_at === null && found.steps_done === steps && found.position === row;
  return isThere ? yield* work() : undefined;
}

/** The last row that the step has handled; `undefined` when it is done. */
function* positionIn({ db }: Dialect, at: Position): Operation<string | null | undefined> {
  const found = yield* first(
    db
      .selectFrom('migration')
      .select('position')
      .where('number', '=', at.done + 1)
      .where('steps_done', '=', at.steps)
      .where('applied_at', 'is', null),
  );
  return found?.position;
}

function* moveTo({ db }: Dialect, at: Position, row: string | null): Operation<void> {
  yield db
    .updateTable('migration')
    .set({ position: row })
    .where('number', '=', at.done + 1)
    .compile();
}

function* finishStep(
  { db }: Dialect,
  { steps }: Migration,
  position: Pick<Position, 'done' | 'steps'>,
): Operation<void> {
  const stepsDone = position.steps + 1;
  yield db
    .updateTable('migration')
    .set({
      steps_done: stepsDone,
      position: null,
      ...(stepsDone === steps.length ? { applied_at: sql<number>`mkt_now()` } : {}),
    })
    .where('number', '=', position.done + 1)
    .compile();
}

const FIRST_BATCH = 100;
const SMALLEST_BATCH = 50;
const LARGEST_BATCH = 10_000;
const PROGRESS_MS = 5_000;

/**
 * Walks the rows that were there when it began, in transactions that are short enough for orders to
 * pass in between. Each records how far it came.
 */
async function backfill(
  session: MigrationSession,
  {
    migration,
    step,
    position,
    ending,
  }: {
    migration: Migration;
    step: Backfill;
    position: Position;
    ending: AbortSignal | undefined;
  },
  report: (rows: number) => void,
): Promise<boolean> {
  const { dialect, batchMs, pause } = session;
  const last = await session.read(lastKey(dialect, step));
  let { row } = position;
  let size = FIRST_BATCH;
  let rows = 0;
  let reportedAt = performance.now();
  for (;;) {
    const startedAt = performance.now();
    const at = { ...position, row };
    const end = await session.write(() =>
      ifStillAt(dialect, at, function* batch() {
        const found = yield* endOfBatch(dialect, step, { after: at.row, last, size });
        if (found.row !== null) yield step.update(dialect, isWithin(step, at.row, found.row));
        if (found.isLast) yield* finishStep(dialect, migration, at);
        else yield* moveTo(dialect, at, found.row);
        return found;
      }),
    );
    if (!end) {
      const current = await session.read(positionIn(dialect, at));
      if (current === undefined) return false;
      // Another process does the same step: they take turns.
      row = current;
      continue;
    }
    if (end.isLast) return true;
    row = end.row;
    rows += size;
    const now = performance.now();
    const tookMs = now - startedAt;
    size = Math.round(size * Math.min(2, Math.max(0.5, batchMs / tookMs)));
    size = Math.min(LARGEST_BATCH, Math.max(SMALLEST_BATCH, size));
    if (now - reportedAt >= PROGRESS_MS) {
      report(rows);
      reportedAt = now;
    }
    // As long as it has held its locks, so that orders have at least half of the time.
    await pause(tookMs);
    ending?.throwIfAborted();
  }
}

function* lastKey({ db }: Dialect, { table, key }: Backfill): Operation<string | null> {
  const found = yield* first(
    rowsOf(
      db,
      sql<{
        key: string | number | null;
      }>`SELECT max(${sql.ref(key)}) AS key FROM ${sql.table(table)}`,
    ),
  );
  return found === undefined || found.key === null ? null : String(found.key);
}

const isWithin = ({ key }: Backfill, after: string | null, last: string): RawBuilder<boolean> =>
  after === null
    ? sql<boolean>`${sql.ref(key)} <= ${last}`
    : sql<boolean>`${sql.ref(key)} > ${after} AND ${sql.ref(key)} <= ${last}`;

/** The last of the next rows, up to `size` of them; null if there are none. */
function* endOfBatch(
  { db }: Dialect,
  step: Backfill,
  { after, last, size }: { after: string | null; last: string | null; size: number },
): Operation<{ row: string | null; isLast: boolean }> {
  if (last === null) return { row: null, isLast: true };
  const found = yield* first(
    rowsOf(
      db,
      sql<{ key: string | number }>`SELECT ${sql.ref(step.key)} AS key FROM ${sql.table(step.table)}
        WHERE ${isWithin(step, after, last)}
        ORDER BY ${sql.ref(step.key)} LIMIT 1 OFFSET ${sql.lit(size - 1)}`,
    ),
  );
  const row = found === undefined ? last : String(found.key);
  return { row, isLast: row === last };
}
