import type { PriceInMicros } from '@mkt/protocol';
import { sql } from 'kysely';
import {
  all,
  type Dialect,
  executeSql,
  first,
  firstIdAt,
  isOneOf,
  type Operation,
  prepared,
  type SingleStatement,
} from '../database/operation.ts';
import {
  IS_SETTLED,
  isBody,
  MEMBER_COLUMNS,
  type MemberColumn,
  ORDER_COLUMNS,
  type OrderColumn,
  type OrderTable,
} from '../database/orders.ts';
import { isUuid } from '../market/ids.ts';
import { type PageItems, pageItemsOf, type PageRequest } from '../market/page.ts';
import type { Order, OrderFilter, OrderPageRequest } from './order.ts';
import { type Filter, newestMatching, newestSales, newestWithMetadata } from './sql-lists.ts';

/** Without input and result. */
export const SUMMARY_COLUMNS = MEMBER_COLUMNS.filter((name) => !isBody(name));

const ofListing = (column: 'slug' | 'title') =>
  sql<string>`(SELECT ${sql.ref(column)} FROM listing WHERE listing.id = orders.listing_id)`.as(
    `listing_${column}` as const,
  );

/**
 * The name of an order’s listing, for showing the order. Not stored with the order: a title is
 * as long as an input, and every activation would write it.
 */
export const LISTING_NAME = [ofListing('slug'), ofListing('title')] as const;

type OrderRow = Pick<OrderTable, MemberColumn>;

/** A row of `MEMBER_COLUMNS` and `LISTING_NAME`. */
type NamedOrderRow = OrderRow & { listing_slug: string; listing_title: string };

/** The same for a row of `SUMMARY_COLUMNS` and `LISTING_NAME`. */
export const toOrderSummary = (row: Omit<NamedOrderRow, 'request_json' | 'result_json'>): Order =>
  toOrder({ ...row, request_json: null, result_json: null });

export const toOrder = (row: NamedOrderRow): Order => ({
  ...toNamelessOrder(row),
  listing: { slug: row.listing_slug, title: row.listing_title },
});

/** A compile error if a column has a member that an order has not, or if an order has one more. */
type StoredOrder = Pick<Order, (typeof ORDER_COLUMNS)[MemberColumn]['member']>;

const PRICE: Partial<Record<OrderColumn, keyof PriceInMicros>> = {
  price_micros: 'amountMicros',
  price_currency: 'currency',
  price_unit: 'unit',
};

interface Field {
  column: MemberColumn;
  member: keyof StoredOrder;
  as: 'json' | 'flag' | undefined;
  ofPrice: keyof PriceInMicros | undefined;
}

const fieldOf = (column: MemberColumn): Field => ({
  as: undefined,
  ...ORDER_COLUMNS[column],
  column,
  ofPrice: PRICE[column],
});

const FIELDS = MEMBER_COLUMNS.map(fieldOf).filter(({ ofPrice }) => ofPrice === undefined);

export function toNamelessOrder(row: OrderRow): Omit<Order, 'listing'> {
  const order: Partial<Record<keyof StoredOrder, unknown>> = {};
  for (const { column, member, as } of FIELDS) {
    const value = row[column];
    if (as === undefined || value === null) order[member] = value;
    else order[member] = as === 'flag' ? value === 1 : JSON.parse(String(value));
  }
  order.price = {
    amountMicros: row.price_micros,
    currency: row.price_currency,
    unit: row.price_unit,
  };
  return order as StoredOrder;
}

/** The opposite of `toNamelessOrder`, for some of the columns: sets them in a row. */
export function columnWriter<Name extends MemberColumn>(names: readonly Name[]) {
  const fields = names.map(fieldOf);
  return function write(
    row: Partial<Record<OrderColumn, unknown>>,
    order: Pick<Order, (typeof ORDER_COLUMNS)[Name]['member']>,
  ): void {
    const members = order as Order;
    for (const { column, member, as, ofPrice } of fields) {
      const value = ofPrice === undefined ? members[member] : members.price[ofPrice];
      if (as === undefined || value === null) row[column] = value;
      else row[column] = as === 'flag' ? Number(value) : JSON.stringify(value);
    }
  };
}

const byId = prepared((db, { id }: { id: string }) =>
  db.selectFrom('orders').select(MEMBER_COLUMNS).select(LISTING_NAME).where('id', '=', id),
);

export const findOrder = (dialect: Dialect, id: string): SingleStatement<Order | undefined> =>
  byId(dialect, { id }).as(([row]) => row && toOrder(row));

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

export function settledAmong(dialect: Dialect, ids: readonly string[]): SingleStatement<string[]> {
  const statement = all(
    dialect.db
      .selectFrom('orders')
      .select('id')
      .where(isOneOf(dialect, 'id', ids))
      .where(IS_SETTLED),
  );
  return statement.as(idsOf);
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
  page: PageRequest,
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
  return yield* all(select.where(isOneOf(dialect, 'id', ids)).orderBy('id', 'desc'));
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
    .orderBy('id', 'desc');
  if (page.isSummary) {
    const rows = yield* all(query.select(SUMMARY_COLUMNS));
    return { items: rows.map(toOrderSummary), more };
  }
  const rows = yield* all(query.select(MEMBER_COLUMNS));
  return { items: rows.map(toOrder), more };
}

/**
 * Retention: deletes old settled orders with their bodies and results, in portions, so that no write
 * blocks others for long. Ids sort by time, so a range of ids finds the oldest: there is no index on
 * `created_at`, and scanning all orders every hour would stall the server. The age is measured by the
 * database's clock, as for idempotency keys, so that an order outlives its key.
 */
export const pruneOrders = (
  { db }: Dialect,
  { ageMs, nowMs, limit }: { ageMs: number; nowMs: number; limit: number },
): SingleStatement<number> =>
  executeSql(
    db,
    sql`DELETE FROM orders WHERE id IN (
      SELECT id FROM orders
      WHERE id < ${firstIdAt(nowMs - ageMs)} AND created_at < mkt_now() - ${ageMs}
        AND ${IS_SETTLED}
      ORDER BY id LIMIT ${limit})`,
  );
