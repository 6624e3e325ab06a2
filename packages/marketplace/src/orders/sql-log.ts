import { type RawBuilder, sql } from 'kysely';
import { isComplete } from '../database/log-numbers.ts';
import {
  type Dialect,
  execute,
  first,
  type Operation,
  type SingleStatement,
} from '../database/operation.ts';

/** A position in the log of settled orders: directly after this order. */
export interface SettledPosition {
  number: number;
  orderId: string;
}

/**
 * Whether an order follows a position. A comparison of rows, because many orders may share a number: an
 * index then starts right after the position on both engines.
 */
export const isAfter = ({ number, orderId }: SettledPosition): RawBuilder<boolean> =>
  sql<boolean>`(settled_number, id) > (${number}, ${orderId})`;

/**
 * The log of settled orders after a position, in log order: no order ever appears before one that was
 * already read (docs/adr/0009-settled-orders-are-a-log.md). An order is in the log from the commit that
 * settles it until retention deletes it. The index has the next orders, however many there are.
 */
export const logged = (dialect: Dialect, after: SettledPosition | undefined) =>
  dialect.db
    .selectFrom('orders')
    .where('settled_number', 'is not', null)
    .where(isComplete(dialect))
    .$if(after !== undefined, (query) => query.where(isAfter(after as SettledPosition)))
    .orderBy('settled_number')
    .orderBy('id');

/** The position of the last of the next orders of the log. */
export function* endOf(
  dialect: Dialect,
  after: SettledPosition | undefined,
  limit: number,
): Operation<SettledPosition | undefined> {
  const page = logged(dialect, after).select(['settled_number', 'id']).limit(limit);
  const last = yield* first(
    dialect.db
      .selectFrom(page.as('page'))
      .select(['settled_number', 'id'])
      .orderBy('settled_number', 'desc')
      .orderBy('id', 'desc')
      .limit(1),
  );
  return last && { number: last.settled_number ?? 0, orderId: last.id };
}

/** How far a follower has read; `undefined` before its first order. */
export function followerPosition(
  { db }: Dialect,
  name: string,
): SingleStatement<SettledPosition | undefined> {
  const query = db.selectFrom('follower').selectAll().where('name', '=', name);
  return first(query).as((row) => row && { number: row.number, orderId: row.order_id });
}

/**
 * How long ago the oldest order settled that a follower has not read yet, by the clock of the database; 0
 * if it has read all.
 */
export function* followerLagMs(dialect: Dialect, name: string): Operation<number> {
  const position = yield* followerPosition(dialect, name);
  const next = logged(dialect, position)
    .select(sql<number>`mkt_now() - completed_at`.as('ms'))
    .limit(1);
  return Math.max(0, (yield* first(next))?.ms ?? 0);
}

/** Moves a follower forward; false if another process has moved it in the meantime. */
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
