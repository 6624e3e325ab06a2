import { type RawBuilder, sql } from 'kysely';
import type { Dialect, Statement } from '../operation.ts';
import { START_ON_POSTGRES } from './0001-postgres.ts';
import { START_ON_SQLITE } from './0001-sqlite.ts';

/**
 * Statements that take an instant, however much is stored: new tables, columns and triggers, or dropping
 * what the version before no longer uses. They are one transaction. On Postgres it gives up its locks
 * and tries again when it would keep orders waiting. No UPDATE and no index of a table with rows.
 */
interface Change {
  kind: 'change';
  title: string;
  /** The tables of earlier migrations that it alters. */
  tables: readonly string[];
  statements(dialect: Dialect): Iterable<Statement>;
}

/**
 * Fills a column of existing rows, in small transactions between which orders are written. The previous
 * version keeps inserting rows, so the change that adds the column must fill those, with a default or a
 * trigger.
 */
export interface Backfill {
  kind: 'backfill';
  title: string;
  table: string;
  /** The rows are taken in the order of this column, which is unique and has an index. */
  key: string;
  /** Updates the rows for which `within` is true. They may have been updated before. */
  update(dialect: Dialect, within: RawBuilder<boolean>): Statement;
}

/** An index. On Postgres orders continue while it is built; on SQLite they wait. */
interface Index {
  kind: 'index';
  title: string;
  name: string;
  table: string;
  isUnique?: true;
  /** What follows the table: `(region, id) WHERE region IS NOT NULL`. */
  columns: RawBuilder<unknown>;
}

export type Step = Change | Backfill | Index;

export interface Migration {
  name: string;
  /**
   * The oldest version, by its number of migrations, that can work on the schema from the first step on.
   * To drop something, first publish a version that does not use it; the migration of the next one
   * drops it and names that version.
   */
  oldestCode: number;
  /** Each happens completely or is continued, and none twice, whenever the process is killed. */
  steps: readonly Step[];
}

function* start({ name }: Dialect): Generator<Statement> {
  const text = name === 'sqlite' ? START_ON_SQLITE : START_ON_POSTGRES;
  for (const statement of text.split(/;\n\n/)) yield { sql: statement, parameters: [] };
}

const CALLS = ['calls_0', 'calls_1', 'calls_2'] as const;

function* addCalls(): Generator<Statement> {
  for (const column of CALLS) {
    const text = `ALTER TABLE listing ADD COLUMN ${column} integer DEFAULT 0 NOT NULL`;
    yield { sql: text, parameters: [] };
  }
}

/** The calls of a listing with a quality, which are at least 20, of which two digits count. */
function fillCalls({ db, name }: Dialect, within: RawBuilder<boolean>): Statement {
  const quality = sql.raw(name === 'sqlite' ? 'quality_json' : 'quality_json::json');
  return sql`UPDATE listing SET calls_0 = rated.calls, calls_1 = rated.calls, calls_2 = rated.calls
    FROM (
      SELECT listing_id,
        CAST(substr(text, 1, 2) || substr('0000000000', 1, length(text) - 2) AS integer) AS calls
      FROM (
        SELECT listing_id, ${quality} ->> 'calls' AS text FROM listing_health
        WHERE quality_json IS NOT NULL) AS rating) AS rated
    WHERE rated.listing_id = listing.id AND ${within}`.compile(db);
}

function* addBudgetOfDeviceLogins({ name }: Dialect): Generator<Statement> {
  const type = name === 'sqlite' ? 'text' : 'text COLLATE "C"';
  yield { sql: `ALTER TABLE device_login ADD COLUMN key_budget_json ${type}`, parameters: [] };
}

/** In the order in which they are applied. A migration that databases were made with never changes. */
export const MIGRATIONS: readonly Migration[] = [
  {
    name: '0001-start',
    oldestCode: 1,
    steps: [{ kind: 'change', title: 'creates the tables', tables: [], statements: start }],
  },
  {
    name: '0002-calls-of-listings',
    oldestCode: 1,
    steps: [
      {
        kind: 'change',
        title: 'adds the calls of listings',
        tables: ['listing'],
        statements: addCalls,
      },
      {
        kind: 'backfill',
        title: 'fills the calls of listings',
        table: 'listing',
        key: 'id',
        update: fillCalls,
      },
      ...CALLS.map((column): Index => ({
        kind: 'index',
        title: `index listing_${column}`,
        name: `listing_${column}`,
        table: 'listing',
        columns: sql`(status, ${sql.ref(column)}, row_number)`,
      })),
    ],
  },
  {
    name: '0003-budget-of-device-logins',
    oldestCode: 1,
    steps: [
      {
        kind: 'change',
        title: 'adds the budget of device logins',
        tables: ['device_login'],
        statements: addBudgetOfDeviceLogins,
      },
    ],
  },
];

export function createIndex(
  { db, name: engine }: Dialect,
  { name, table, isUnique, columns }: Index,
  { isInTransaction = false } = {},
): Statement {
  const concurrently = engine === 'postgres' && !isInTransaction ? ' CONCURRENTLY' : '';
  const what = `CREATE ${isUnique ? 'UNIQUE ' : ''}INDEX${concurrently}`;
  return sql`${sql.raw(what)} ${sql.ref(name)} ON ${sql.table(table)} ${columns}`.compile(db);
}

export const EVERY_ROW = sql<boolean>`TRUE`;

/** Every statement of a migration on this engine; those of a backfill for all rows. */
export function* statementsOf(dialect: Dialect, { steps }: Migration): Iterable<Statement> {
  for (const step of steps) {
    if (step.kind === 'change') yield* changesOf(dialect, step);
    else if (step.kind === 'index') yield createIndex(dialect, step);
    else yield step.update(dialect, EVERY_ROW);
  }
}

const changes = new WeakMap<Change, Partial<Record<Dialect['name'], readonly Statement[]>>>();

/** The statements of a change, which are built once: that takes as long as SQLite takes to run them. */
export function changesOf(dialect: Dialect, step: Change): readonly Statement[] {
  const byEngine = changes.get(step) ?? {};
  changes.set(step, byEngine);
  return (byEngine[dialect.name] ??= [...step.statements(dialect)]);
}
