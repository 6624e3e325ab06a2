import { type RawBuilder, sql } from 'kysely';
import { type Dialect, executeSql, now, type SingleStatement } from './operation.ts';

/** How many numbers SQLite's log has for each millisecond of the clock. */
const PER_MS = 1024;

/**
 * The number in the log of an order that settles now (docs/adr/0009-settled-orders-are-a-log.md): no
 * order that is committed later gets a smaller one. Orders of one transaction, and on SQLite of one
 * statement, may share it.
 */
export const nextLogNumber = ({ name }: Dialect): RawBuilder<number> =>
  name === 'postgres' ? nextLogNumberOfPostgres : nextLogNumberOfSqlite(now);

/** A restored dump continues above the numbers of its old server: see `continueLog`. */
const BASE = sql<number>`coalesce((SELECT max(base) FROM settled_log), 0)`;

export const nextLogNumberOfPostgres = sql<number>`${BASE} + pg_current_xact_id()::text::bigint`;

/**
 * The larger of two: the clock, which continues a log whose end retention has deleted, and the last
 * number plus one, which continues it when the clock goes back.
 */
export const nextLogNumberOfSqlite = (nowMs: RawBuilder<number> | number): RawBuilder<number> =>
  sql`max(${nowMs} * ${sql.lit(PER_MS)},
    coalesce((SELECT max(settled_number) FROM orders WHERE settled_number IS NOT NULL), 0) + 1)`;

/** Whether no transaction that is still running can write an order at or before this one. */
export const isComplete = ({ name }: Dialect): RawBuilder<boolean> =>
  name === 'postgres'
    ? sql<boolean>`settled_number < ${BASE}
        + pg_snapshot_xmin(pg_current_snapshot())::text::bigint`
    : sql<boolean>`TRUE`;

/**
 * Transaction ids start over when a dump is restored into another Postgres server; numbers of the log
 * must not. Runs on Postgres before a process serves.
 */
export const continueLog = ({ db }: Dialect): SingleStatement<number> =>
  executeSql(
    db,
    sql`INSERT INTO settled_log (base)
      SELECT top.number - pg_current_xact_id()::text::bigint + 1
      FROM (SELECT greatest(
        (SELECT max(settled_number) FROM orders WHERE settled_number IS NOT NULL),
        (SELECT max(number) FROM follower)) AS number) AS top
      WHERE top.number >= ${nextLogNumberOfPostgres}`,
  );
