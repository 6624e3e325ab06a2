import { type SelectQueryBuilder, sql } from 'kysely';
import {
  all,
  type Dialect,
  first,
  firstIdAt,
  isOneOf,
  notCancelled,
  type Operation,
} from '../database/operation.ts';
import { IS_FAILED, isOpenAs, MEMBER_COLUMNS } from '../database/orders.ts';
import type { Database } from '../database/tables.ts';
import { isUuid } from '../market/ids.ts';
import { type PageItems, pageItemsOf, type PageRequest } from '../market/page.ts';
import type { Order, OrderFilter, OrderPageRequest } from './order.ts';
import {
  failureKind,
  idsOf,
  LISTING_NAME,
  SUMMARY_COLUMNS,
  toOrder,
  toOrderSummary,
} from './sql.ts';

/**
 * A process creates the id by its own clock just before the database sets `created_at`. The clocks of
 * cooperating machines differ by far less than this.
 */
const MAX_CLOCK_SKEW_MS = 10 * 60_000;

type Orders<Row> = SelectQueryBuilder<Database, 'orders', Row>;

type Id = Parameters<Orders<unknown>['orderBy']>[0] & string;

/** The id takes the place of the reference. */
interface Filter extends Omit<OrderFilter, 'listingRef'> {
  listingId?: string | undefined;
}

/** Limits the time: a range of ids for the index, then the exact column. */
function createdBetween<Row>(query: Orders<Row>, filter: Filter, id: Id): Orders<Row> {
  const { createdAfterMs, createdBeforeMs } = filter;
  let bounded = query;
  if (createdAfterMs !== undefined) {
    bounded = bounded
      .where(id, '>=', firstIdAt(createdAfterMs - MAX_CLOCK_SKEW_MS))
      .where('created_at', '>=', createdAfterMs);
  }
  if (createdBeforeMs !== undefined) {
    bounded = bounded
      .where(id, '<', firstIdAt(createdBeforeMs + MAX_CLOCK_SKEW_MS))
      .where('created_at', '<', createdBeforeMs);
  }
  return bounded;
}

const isOpen = (state: Filter['state']) => state === 'pending' || state === 'running';

function inState<Row>(query: Orders<Row>, state: Filter['state']): Orders<Row> {
  if (state === 'pending' || state === 'running') return query.where(isOpenAs(state));
  if (state === 'failed') return query.where(IS_FAILED);
  return state === undefined ? query : query.where('state', '=', state);
}

type OrderedPage = PageRequest & Pick<OrderPageRequest, 'isOldestFirst'>;

const directionOf = ({ isOldestFirst }: OrderedPage) => (isOldestFirst ? 'asc' : 'desc');

/**
 * The orders of a page and one more, newest first unless it says otherwise. If the query reads a table that leads to the
 * orders, `id` is its column.
 */
function newestMatching<Row>(
  dialect: Dialect,
  select: Orders<Row>,
  filter: Filter,
  page: OrderedPage,
  id: Id = 'orders.id',
): Orders<Row> {
  const { limit, after, isOldestFirst } = page;
  let query = select
    .where(notCancelled(dialect, 'created_at'))
    .orderBy(id, directionOf(page))
    .limit(limit + 1);
  if (filter.listingId !== undefined) query = query.where('listing_id', '=', filter.listingId);
  if (filter.sellerListingId !== undefined) {
    query = query.where('listing_id', '=', filter.sellerListingId);
  }
  if (filter.sellerId !== undefined) query = query.where('seller_id', '=', filter.sellerId);
  if (filter.buyerId !== undefined) query = query.where('orders.buyer_id', '=', filter.buyerId);
  if (filter.keyIds) query = query.where(isOneOf(dialect, 'orders.key_id', filter.keyIds));
  if (filter.failureKind) query = query.where(failureKind(dialect), '=', filter.failureKind);
  if (after) query = query.where(id, isOldestFirst ? '>' : '<', after.id);
  return createdBetween(inState(query, filter.state), filter, id);
}

/**
 * The ids of a seller's orders, of a page and one more, newest first. An index on the seller would
 * cost every activation. Instead, of the seller's listings only those with the newest orders are
 * read: a page cannot have orders of more listings than it has orders.
 */
function* newestSales(
  dialect: Dialect,
  filter: Filter & { sellerId: string },
  page: OrderedPage,
): Operation<string[]> {
  const { db } = dialect;
  const ids = db.selectFrom('orders').select('orders.id');
  if (isOpen(filter.state)) {
    // Few orders are open, and an index has those of all sellers.
    const open = yield* all(newestMatching(dialect, ids, filter, page));
    return open.map(({ id }) => id);
  }
  const { sellerId, listingId, ...rest } = filter;
  const newest = newestMatching(dialect, ids, rest, { ...page, limit: 0 });
  const listings = db
    .selectFrom('listing')
    .select('listing.id')
    .select(
      sql<string | null>`(${newest.whereRef('listing_id', '=', 'listing.id' as never)})`.as(
        'newest',
      ),
    )
    .where('account_id', '=', sellerId)
    .$if(listingId !== undefined, (query) => query.where('listing.id', '=', listingId as string));
  const active = yield* all(
    db
      .selectFrom(listings.as('own'))
      .select('id')
      .where('newest', 'is not', null)
      .orderBy('newest', 'desc')
      .limit(page.limit + 1),
  );
  if (active.length === 0) return [];
  const pages = active.map(
    ({ id }) =>
      sql`SELECT id FROM (${newestMatching(dialect, ids, { ...rest, listingId: id }, page)}) AS page`,
  );
  const merged = sql<{ id: string }>`SELECT id FROM (${sql.join(pages, sql` UNION ALL `)}) AS pages
    ORDER BY id DESC LIMIT ${page.limit + 1}`;
  const found = yield* all({ compile: () => merged.compile(db) });
  return found.map(({ id }) => id);
}

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
function* newestWithMetadata(
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

/** The id of a listing that is given by its id or slug. */
export function* listingIdOf({ db }: Dialect, ref: string): Operation<string | undefined> {
  if (isUuid(ref)) return ref.toLowerCase();
  const row = yield* first(db.selectFrom('slug').select('listing_id').where('slug', '=', ref));
  return row?.listing_id;
}

/** The size of the body and the result, computed without reading them. */
const BYTES = sql<number>`coalesce(octet_length(request_json), 0) + coalesce(octet_length(result_json), 0)`;

const hasMetadata = ({ metadata = {} }: Filter) => Object.keys(metadata).length > 0;

function* idsMatching(
  dialect: Dialect,
  filter: Filter,
  page: OrderedPage,
): Operation<readonly string[]> {
  if (filter.sellerId !== undefined) {
    return yield* newestSales(dialect, { ...filter, sellerId: filter.sellerId }, page);
  }
  if (hasMetadata(filter)) return yield* newestWithMetadata(dialect, filter, page);
  const ids = dialect.db.selectFrom('orders').select('orders.id');
  return idsOf(yield* all(newestMatching(dialect, ids, filter, page)));
}

type OrderSize = { id: string; bytes: number };

/** The ids and sizes of a page's orders, and of one more; of summaries the size is 0. */
function* orderSizes(
  dialect: Dialect,
  { listingRef, ...filter }: OrderFilter,
  page: OrderPageRequest,
): Operation<OrderSize[]> {
  const listingId = listingRef === undefined ? undefined : yield* listingIdOf(dialect, listingRef);
  if (listingRef !== undefined && listingId === undefined) return [];
  const found = { ...filter, listingId };
  const select = dialect.db.selectFrom('orders').select(['id', BYTES.as('bytes')]);
  // An index has the keys of orders, so rows of other keys are not read.
  const findsIdsFirst = filter.sellerId !== undefined || hasMetadata(filter) || filter.keyIds;
  if (!findsIdsFirst && !page.isSummary) {
    return yield* all(newestMatching(dialect, select, found, page));
  }
  const ids = yield* idsMatching(dialect, found, page);
  if (page.isSummary) return ids.map((id) => ({ id, bytes: 0 }));
  return yield* all(select.where(isOneOf(dialect, 'id', ids)).orderBy('id', directionOf(page)));
}

export function* listOrders(
  dialect: Dialect,
  { filter, page }: { filter: OrderFilter; page: OrderPageRequest },
): Operation<PageItems<Order>> {
  const sizes = yield* orderSizes(dialect, filter, page);
  const { items, more } = pageItemsOf(sizes, page, ({ bytes }) => bytes);
  const ids = items.map(({ id }) => id);
  const query = dialect.db
    .selectFrom('orders')
    .select(LISTING_NAME)
    .where(isOneOf(dialect, 'id', ids))
    .orderBy('id', directionOf(page));
  if (page.isSummary) {
    const rows = yield* all(query.select(SUMMARY_COLUMNS));
    return { items: rows.map(toOrderSummary), more };
  }
  const rows = yield* all(query.select(MEMBER_COLUMNS));
  return { items: rows.map(toOrder), more };
}
