import { sql } from 'kysely';
import type { PageRequest } from '../market/page.ts';
import { all, type Dialect, type Operation } from '../database/operation.ts';
import { newestMatching, type Filter, type Orders } from './sql-lists.ts';

/** Enough to tell a rare member from a common one, in under a millisecond. */
const COUNTED = 1000;

interface Member {
  text: string;
  count: number;
}

/** How often a buyer's orders have a member, up to a limit. */
function* countOf({ db }: Dialect, buyerId: string, text: string): Operation<number> {
  const some = db
    .selectFrom('order_metadata')
    .select('order_id')
    .where('buyer_id', '=', buyerId)
    .where('member', '=', text)
    .limit(COUNTED);
  const [row] = yield* all(
    db.selectFrom(some.as('some')).select(sql<number>`cast(count(*) AS integer)`.as('count')),
  );
  return row?.count ?? 0;
}

/**
 * The members that orders must have, the rarest first. A list walks the orders that have the first and
 * looks up the others for each of them, so the order decides between one step and a million.
 */
function* membersOf(dialect: Dialect, buyerId: string, metadata: object): Operation<Member[]> {
  const members: Member[] = [];
  for (const [name, value] of Object.entries(metadata)) {
    const text = `${JSON.stringify(name)}:${JSON.stringify(value)}`;
    members.push({ text, count: yield* countOf(dialect, buyerId, text) });
  }
  return members.toSorted((one, other) => one.count - other.count);
}

/** Orders that also have these members. `id` is the column of their id. */
function havingAll<Row>(
  orders: Orders<Row>,
  buyerId: string,
  members: readonly Member[],
  id: 'orders.id',
): Orders<Row> {
  return members.reduce(
    (query, { text }) =>
      query.where((where) =>
        where(
          // Not EXISTS: Postgres would collect all orders with the member first.
          where
            .selectFrom('order_metadata as other')
            .select(sql.lit(1).as('one'))
            .where('other.buyer_id', '=', buyerId)
            .where('other.member', '=', text)
            .whereRef('other.order_id', '=', id),
          '=',
          1,
        ),
      ),
    orders,
  );
}

/** The column that leads to the orders, and their ids, for lists that walk a member's orders. */
const FOUND_ID = 'found.order_id' as 'orders.id';

function ordersWith({ db }: Dialect, buyerId: string, { text }: Member): Orders<{ id: string }> {
  const found = db
    .selectFrom('order_metadata as found')
    // Not an inner join: SQLite could begin with the orders.
    .crossJoin('orders')
    .select('orders.id')
    .whereRef('orders.id', '=', 'found.order_id')
    .where('found.buyer_id', '=', buyerId)
    .where('found.member', '=', text);
  return found;
}

/** The ids of a buyer's orders that have these texts in their metadata, newest first. */
export function* newestWithMetadata(
  dialect: Dialect,
  filter: Filter,
  page: PageRequest,
): Operation<string[]> {
  const { buyerId = '', metadata = {}, state } = filter;
  const members = yield* membersOf(dialect, buyerId, metadata);
  const [rarest, ...others] = members;
  if (!rarest || rarest.count === 0) return [];
  // Few orders are open or failed, and indexes have only those.
  const byState = rarest.count === COUNTED && state !== undefined && state !== 'completed';
  const [orders, rest, id] = byState
    ? [dialect.db.selectFrom('orders').select('orders.id'), members, 'orders.id' as const]
    : [ordersWith(dialect, buyerId, rarest), others, FOUND_ID];
  const wanted = havingAll(orders, buyerId, rest, id);
  const rows = yield* all(newestMatching(dialect, wanted, filter, page, id));
  return rows.map((row) => row.id);
}
