import { sql, type RawBuilder } from 'kysely';
import type { LoggedOrders, SettledPosition } from '../../domain/settled-log.ts';
import { now } from '../now.ts';
import {
  all,
  execute,
  executeSql,
  first,
  type Dialect,
  type SingleStatement,
} from '../operation.ts';
import { ORDER_COLUMNS, toOrder } from './order-row.ts';

/** Numbers that fit into a millisecond of SQLite's log, while the clock goes forward. */
const PER_MS = 1024;

/**
 * The number under which an order that settles now stands in the log
 * (docs/adr/0009-settled-orders-are-a-log.md): no order that is committed later has a smaller one.
 * Orders of one transaction, and on SQLite of one statement, may share it.
 */
export const nextLogNumber = ({ name }: Dialect): RawBuilder<number> =>
  name === 'postgres' ? nextLogNumberOfPostgres : nextLogNumberOfSqlite(now);

/** A restored dump continues above the numbers of its old server: see `continueLog`. */
const BASE = sql<number>`coalesce((SELECT max(base) FROM settled_log), 0)`;

export const nextLogNumberOfPostgres = sql<number>`${BASE} + pg_current_xact_id()::text::bigint`;

/** The clock continues a log whose end retention has deleted; the end does when the clock goes back. */
export const nextLogNumberOfSqlite = (nowMs: RawBuilder<number> | number): RawBuilder<number> =>
  sql`max(${nowMs} * ${sql.lit(PER_MS)},
    coalesce((SELECT max(settled_number) FROM orders WHERE settled_number IS NOT NULL), 0) + 1)`;

/** Whether no transaction that is still running can write an order at or before this one. */
const isComplete = ({ name }: Dialect): RawBuilder<boolean> =>
  name === 'postgres'
    ? sql<boolean>`settled_number < ${BASE}
        + pg_snapshot_xmin(pg_current_snapshot())::text::bigint`
    : sql<boolean>`TRUE`;

/** Orders after a position, oldest first; all of their columns, as long as retention keeps them. */
export function readSettled(
  dialect: Dialect,
  { after, limit }: { after: SettledPosition | undefined; limit: number },
): SingleStatement<LoggedOrders | undefined> {
  let query = dialect.db
    .selectFrom('orders')
    .select([...ORDER_COLUMNS, 'settled_number'])
    .where('settled_number', 'is not', null)
    .where(isComplete(dialect))
    .orderBy('settled_number')
    .orderBy('id')
    .limit(limit);
  if (after) {
    query = query
      .where('settled_number', '>=', after.number)
      .where((where) =>
        where.or([where('settled_number', '>', after.number), where('id', '>', after.orderId)]),
      );
  }
  return all(query).as((rows) => {
    const last = rows.at(-1);
    if (!last) return undefined;
    const position = { number: last.settled_number ?? 0, orderId: last.id };
    return { orders: rows.map(toOrder), position };
  });
}

/** How far a follower has read; `undefined` before its first order. */
export function followerPosition(
  { db }: Dialect,
  name: string,
): SingleStatement<SettledPosition | undefined> {
  const query = db.selectFrom('follower').selectAll().where('name', '=', name);
  return first(query).as((row) => row && { number: row.number, orderId: row.order_id });
}

/** Moves a follower on; false when it is not where the caller thinks: another process moved it. */
export function advanceFollower(
  { db }: Dialect,
  move: { name: string; from: SettledPosition | undefined; to: SettledPosition },
): SingleStatement<boolean> {
  const { name, from, to } = move;
  const position = { number: to.number, order_id: to.orderId };
  const query = from
    ? db
        .updateTable('follower')
        .set(position)
        .where('name', '=', name)
        .where('number', '=', from.number)
        .where('order_id', '=', from.orderId)
    : db
        .insertInto('follower')
        .values({ name, ...position })
        .onConflict((conflict) => conflict.doNothing());
  return execute(query).as((changed) => changed > 0);
}

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
