import { type RawBuilder, sql } from 'kysely';
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
import { isUuid } from '../market/ids.ts';
import { type PageItems, pageItemsOf, type PageRequest } from '../market/page.ts';
import type { Order, OrderFilter, OrderPageRequest } from './order.ts';
import { entriesEnd, openOrders, waitingForEntries } from './sql-entries.ts';
import type { SettledPosition } from './sql-log.ts';
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

/** The id takes the place of the reference. */
interface Filter extends Omit<OrderFilter, 'listingRef'> {
  listingId?: string | undefined;
}

type OrderedPage = PageRequest & Pick<OrderPageRequest, 'isOldestFirst'>;

const directionOf = ({ isOldestFirst }: OrderedPage) => (isOldestFirst ? 'asc' : 'desc');

const isOpen = (state: Filter['state']) => state === 'pending' || state === 'running';

function isIn(state: NonNullable<Filter['state']>): RawBuilder<boolean> {
  if (state === 'pending' || state === 'running') return isOpenAs(state);
  return state === 'failed' ? IS_FAILED : sql<boolean>`state = ${state}`;
}

interface Place {
  /** The column of an order's id. */
  id: RawBuilder<string>;
  /** What an entry does not have is in the order. */
  ofOrder<Value>(value: RawBuilder<Value>): RawBuilder<Value>;
}

const ORDERS: Place = { id: sql`orders.id`, ofOrder: (value) => value };

const ENTRIES: Place = {
  id: sql`order_entry.order_id`,
  ofOrder: (value) => sql`(SELECT ${value} FROM orders WHERE orders.id = order_entry.order_id)`,
};

/** Limits the time: a range of ids for the index, then the exact column. */
function* createdBetween(
  { createdAfterMs: from, createdBeforeMs: to }: Filter,
  { id }: Place,
): Iterable<RawBuilder<boolean>> {
  if (from !== undefined) {
    yield sql`${id} >= ${firstIdAt(from - MAX_CLOCK_SKEW_MS)} AND created_at >= ${from}`;
  }
  if (to !== undefined) {
    yield sql`${id} < ${firstIdAt(to + MAX_CLOCK_SKEW_MS)} AND created_at < ${to}`;
  }
}

/** What is wanted apart from whose orders they are. */
interface Wanted {
  dialect: Dialect;
  filter: Filter;
  page: OrderedPage;
  /** Texts that the metadata must have. */
  members?: readonly Member[];
}

function* conditionsOf(
  { dialect, filter, page, members = [] }: Wanted,
  place: Place,
): Iterable<RawBuilder<boolean>> {
  const { id, ofOrder } = place;
  yield notCancelled(dialect, 'created_at');
  if (filter.listingId !== undefined) yield sql`listing_id = ${filter.listingId}`;
  if (filter.sellerId !== undefined) yield sql`${ofOrder(sql`seller_id`)} = ${filter.sellerId}`;
  if (filter.keyIds) yield isOneOf(dialect, 'key_id', filter.keyIds);
  if (filter.keyId === null) yield sql`key_id IS NULL`;
  else if (filter.keyId !== undefined) yield sql`key_id = ${filter.keyId}`;
  if (filter.state) yield isIn(filter.state);
  if (filter.failureKind) {
    yield sql`${ofOrder(failureKind(dialect))} = ${filter.failureKind}`;
  }
  if (page.after) yield sql`${id} ${sql.raw(page.isOldestFirst ? '>' : '<')} ${page.after.id}`;
  yield* createdBetween(filter, place);
  const { buyerId = '' } = filter;
  // Not EXISTS: Postgres would collect all orders with the member first.
  for (const { text } of members) {
    yield sql`(SELECT 1 FROM order_metadata AS other WHERE other.buyer_id = ${buyerId}
      AND other.member = ${text} AND other.order_id = ${id}) = 1`;
  }
}

const allOf = (conditions: Iterable<RawBuilder<boolean>>) => sql.join([...conditions], sql` AND `);

type Ids = RawBuilder<{ id: string }>;

/** The first ids of a page, and one more; newest first unless it says otherwise. */
function firstOf(page: OrderedPage, id: RawBuilder<string>): RawBuilder<unknown> {
  return sql`ORDER BY ${id} ${sql.raw(directionOf(page))} LIMIT ${page.limit + 1}`;
}

type Owner = 'buyer_id' | 'seller_id' | 'listing_id';

/** The ids of all orders, or of those in an index that the conditions name. */
function ordersMatching(wanted: Wanted, isOwned: RawBuilder<boolean> = sql`TRUE`): Ids {
  const { id } = ORDERS;
  return sql`SELECT orders.id AS id FROM orders
    WHERE ${isOwned} AND ${allOf(conditionsOf(wanted, ORDERS))} ${firstOf(wanted.page, id)}`;
}

/**
 * The ids of orders that have entries. Few orders failed, and SQLite might walk all entries to find
 * those.
 */
function entriesMatching(wanted: Wanted, listId: RawBuilder<string> | string): Ids {
  const { id } = ENTRIES;
  const { dialect, filter } = wanted;
  const index = dialect.name === 'sqlite' && filter.state === 'failed';
  const entries = index ? sql`order_entry INDEXED BY order_entry_failed` : sql`order_entry`;
  return sql`SELECT order_id AS id FROM ${entries}
    WHERE list_id = ${listId} AND ${allOf(conditionsOf(wanted, ENTRIES))} ${firstOf(wanted.page, id)}`;
}

/**
 * Matches among orders that have no entries yet: those at the end of the log, some of which may have one
 * already, and open ones. On Postgres they are collected before they are sorted, because it might
 * otherwise walk all orders in the order of their ids.
 */
function* recentMatching(
  wanted: Wanted,
  { column, id: ownerId, end }: { column: Owner; id: string; end: SettledPosition },
): Iterable<Ids> {
  const { dialect, filter, page } = wanted;
  const isOwned = sql<boolean>`${sql.ref(column)} = ${ownerId}`;
  const settled = waitingForEntries(dialect, end);
  const sources = [settled];
  if (filter.state === undefined) sources.push(openOrders(dialect));
  for (const { from, where } of sources) {
    const ids = sql`SELECT id FROM ${from}
      WHERE ${where} AND ${isOwned} AND ${allOf(conditionsOf(wanted, ORDERS))}`;
    const first = firstOf(page, sql`id`);
    yield dialect.name === 'sqlite'
      ? sql`${ids} ${first}`
      : sql`WITH found AS MATERIALIZED (${ids}) SELECT id FROM found ${first}`;
  }
}

/** The first of several pages; an order may be in more than one. */
const merged = (pages: readonly Ids[], page: OrderedPage): Ids => sql`
  SELECT id FROM (${sql.join(
    pages.map((ids) => sql`SELECT id FROM (${ids}) AS page`),
    sql` UNION `,
  )}) AS pages ${firstOf(page, sql`id`)}`;

function* read(wanted: Wanted, ids: Ids): Operation<string[]> {
  return idsOf(yield* all({ compile: () => ids.compile(wanted.dialect.db) }));
}

/** Orders of a buyer or of a listing. */
function* newestOf(
  wanted: Wanted,
  { column, id }: { column: 'buyer_id' | 'listing_id'; id: string },
): Operation<string[]> {
  const end = yield* entriesEnd(wanted.dialect);
  const recent = recentMatching(wanted, { column, id, end });
  return yield* read(wanted, merged([entriesMatching(wanted, id), ...recent], wanted.page));
}

/**
 * Orders of a seller. Entries for sellers would cost more than they save. Instead, of the seller's
 * listings only those with the newest orders are read: a page cannot have orders of more listings than
 * it has orders.
 */
function* newestSales(wanted: Wanted, sellerId: string): Operation<string[]> {
  const { dialect, page } = wanted;
  const { sellerId: _, listingId, ...filter } = wanted.filter;
  const rest = { ...wanted, filter };
  const newest = entriesMatching({ ...rest, page: { ...page, limit: 0 } }, sql`listing.id`);
  const isOwn = listingId === undefined ? sql`TRUE` : sql`listing.id = ${listingId}`;
  const active = yield* read(
    wanted,
    sql`SELECT id FROM (
      SELECT listing.id, (${newest}) AS newest FROM listing
      WHERE account_id = ${sellerId} AND ${isOwn}) AS own
      WHERE newest IS NOT NULL ORDER BY newest DESC LIMIT ${page.limit + 1}`,
  );
  const end = yield* entriesEnd(dialect);
  const recent = recentMatching(wanted, { column: 'seller_id', id: sellerId, end });
  const pages = [...active.map((id) => entriesMatching(rest, id)), ...recent];
  return yield* read(wanted, merged(pages, page));
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

/** Orders of a buyer that have a text in their metadata, and match. */
function withMember(wanted: Wanted, buyerId: string, { text }: Member): Ids {
  const { id } = FOUND;
  // Not an inner join: SQLite could begin with the orders.
  return sql`SELECT found.order_id AS id FROM order_metadata AS found CROSS JOIN orders
    WHERE orders.id = found.order_id AND found.buyer_id = ${buyerId} AND found.member = ${text}
      AND ${allOf(conditionsOf(wanted, FOUND))} ${firstOf(wanted.page, id)}`;
}

/** Orders that a member of their metadata leads to. */
const FOUND: Place = { id: sql`found.order_id`, ofOrder: (value) => value };

/** The ids of a buyer's orders that have these texts in their metadata, newest first. */
function* newestWithMetadata(wanted: Wanted, buyerId: string): Operation<string[]> {
  const { dialect, filter } = wanted;
  const { metadata = {}, state } = filter;
  const members = yield* membersOf(dialect, buyerId, metadata);
  const [rarest, ...others] = members;
  if (!rarest || rarest.count === 0) return [];
  // Few orders are open or failed, and indexes have only those.
  if (rarest.count === COUNTED && state !== undefined && state !== 'completed') {
    return yield* newestOfOwner({ ...wanted, members }, 'buyer_id', buyerId);
  }
  return yield* read(wanted, withMember({ ...wanted, members: others }, buyerId, rarest));
}

/** The id of a listing that is given by its id or slug. */
export function* listingIdOf({ db }: Dialect, ref: string): Operation<string | undefined> {
  if (isUuid(ref)) return ref.toLowerCase();
  const row = yield* first(db.selectFrom('slug').select('listing_id').where('slug', '=', ref));
  return row?.listing_id;
}

/** The size of the body and the result, computed without reading them. */
const BYTES = sql<number>`coalesce(octet_length(request_json), 0) + coalesce(octet_length(result_json), 0)`;

function* newestOfOwner(wanted: Wanted, column: Owner, id: string): Operation<string[]> {
  // Few orders are open, and an index has those of everyone.
  if (isOpen(wanted.filter.state)) {
    return yield* read(wanted, ordersMatching(wanted, sql`${sql.ref(column)} = ${id}`));
  }
  return column === 'seller_id'
    ? yield* newestSales(wanted, id)
    : yield* newestOf(wanted, { column, id });
}

const hasMetadata = ({ metadata = {} }: Filter) => Object.keys(metadata).length > 0;

function* idsMatching(
  dialect: Dialect,
  { listingRef, sellerListingId, ...rest }: OrderFilter,
  page: OrderedPage,
): Operation<readonly string[]> {
  const referred = listingRef === undefined ? undefined : yield* listingIdOf(dialect, listingRef);
  if (listingRef !== undefined && referred === undefined) return [];
  if (referred !== undefined && sellerListingId !== undefined && referred !== sellerListingId) {
    return [];
  }
  const listingId = referred ?? sellerListingId;
  const filter: Filter = { ...rest, listingId };
  const wanted: Wanted = { dialect, filter, page };
  const { buyerId, sellerId } = filter;
  if (buyerId !== undefined) {
    return hasMetadata(filter)
      ? yield* newestWithMetadata(wanted, buyerId)
      : yield* newestOfOwner(wanted, 'buyer_id', buyerId);
  }
  if (sellerId !== undefined) return yield* newestOfOwner(wanted, 'seller_id', sellerId);
  if (listingId !== undefined) {
    const ofAny = { ...wanted, filter: { ...filter, listingId: undefined } };
    return yield* newestOfOwner(ofAny, 'listing_id', listingId);
  }
  return yield* read(wanted, ordersMatching(wanted));
}

type OrderSize = { id: string; bytes: number };

/** The ids and sizes of a page's orders, and of one more; of summaries the size is 0. */
function* orderSizes(
  dialect: Dialect,
  filter: OrderFilter,
  page: OrderPageRequest,
): Operation<OrderSize[]> {
  const ids = yield* idsMatching(dialect, filter, page);
  if (page.isSummary) return ids.map((id) => ({ id, bytes: 0 }));
  return yield* all(
    dialect.db
      .selectFrom('orders')
      .select(['id', BYTES.as('bytes')])
      .where(isOneOf(dialect, 'id', ids))
      .orderBy('id', directionOf(page)),
  );
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
