import { type RawBuilder, sql } from 'kysely';
import { isComplete } from '../database/log-numbers.ts';
import {
  all,
  type Dialect,
  execute,
  first,
  type Operation,
  type SingleStatement,
} from '../database/operation.ts';
import type { Order } from './order.ts';
import { ORDER_COLUMNS, type OrderRow, toNamelessOrder } from './sql.ts';

/** A position in the log of settled orders: directly after this order. */
export interface SettledPosition {
  number: number;
  orderId: string;
}

/**
 * A settled order without its input and its result, which may be large, and without the listing’s
 * name: `OrderStore.find` reads them.
 */
export type LoggedOrder = Omit<Order, 'requestJson' | 'resultJson' | 'listing'>;

export interface LoggedOrders {
  /** At least one, in the order of the log. */
  orders: LoggedOrder[];
  /** The position after the last of them. */
  position: SettledPosition;
}

/**
 * Whether an order follows a position. A comparison of rows, because many orders may share a number: an
 * index then starts right after the position on both engines.
 */
const isAfter = ({ number, orderId }: SettledPosition): RawBuilder<boolean> =>
  sql<boolean>`(settled_number, id) > (${number}, ${orderId})`;

const BODIES = ['request_json', 'result_json'] as const;
type Body = (typeof BODIES)[number];
const isNotBody = (column: keyof OrderRow): column is Exclude<keyof OrderRow, Body> =>
  !BODIES.includes(column as Body);
const LOGGED_COLUMNS = ORDER_COLUMNS.filter(isNotBody);

function toLogged(row: Omit<OrderRow, Body>): LoggedOrder {
  const {
    requestJson: _,
    resultJson: __,
    ...logged
  } = toNamelessOrder({
    ...row,
    request_json: null,
    result_json: null,
  });
  return logged;
}

/** The log after a position, in its order: the index has the next orders, however many there are. */
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

/** Orders after a position, oldest first, without bodies: a page of those could be 500 MB. */
export function readSettled(
  dialect: Dialect,
  { after, limit }: { after: SettledPosition | undefined; limit: number },
): SingleStatement<LoggedOrders | undefined> {
  let query = dialect.db
    .selectFrom('orders')
    .select([...LOGGED_COLUMNS, 'settled_number'])
    .where('settled_number', 'is not', null)
    .where(isComplete(dialect))
    .orderBy('settled_number')
    .orderBy('id')
    .limit(limit);
  if (after) query = query.where(isAfter(after));
  return all(query).as((rows) => {
    const last = rows.at(-1);
    if (!last) return undefined;
    const position = { number: last.settled_number ?? 0, orderId: last.id };
    return { orders: rows.map(toLogged), position };
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
