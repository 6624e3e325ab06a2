import type { Detail, OrderFailure } from '@mkt/protocol';
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
import { IS_SETTLED } from '../database/orders.ts';
import type { OrderTable } from '../database/tables.ts';
import { isUuid } from '../market/ids.ts';
import { type PageItems, pageItemsOf, type PageRequest } from '../market/page.ts';
import type { Order, OrderFilter, OrderPageRequest } from './order.ts';
import { type Filter, newestMatching, newestSales, newestWithMetadata } from './sql-lists.ts';

/** Listed by name: a new column does not change statements that a server has already parsed. */
export const ORDER_COLUMNS = [
  'id',
  'listing_id',
  'buyer_id',
  'seller_id',
  'buyer_pseudonym',
  'key_id',
  'metadata_json',
  'state',
  'request_json',
  'result_json',
  'error_message',
  'failure_json',
  'output_valid',
  'output_errors_json',
  'price_micros',
  'price_currency',
  'price_unit',
  'revision',
  'created_at',
  'started_at',
  'completed_at',
] as const;

/** Without input and result. */
export const SUMMARY_COLUMNS = ORDER_COLUMNS.filter(
  (name) => name !== 'request_json' && name !== 'result_json',
);

const ofListing = (column: 'slug' | 'title') =>
  sql<string>`(SELECT ${sql.ref(column)} FROM listing WHERE listing.id = orders.listing_id)`.as(
    `listing_${column}` as const,
  );

/**
 * The name of an order’s listing, for showing the order. Not stored with the order: a title is
 * as long as an input, and every activation would write it.
 */
export const LISTING_NAME = [ofListing('slug'), ofListing('title')] as const;

export type OrderRow = Pick<OrderTable, (typeof ORDER_COLUMNS)[number]>;

/** A row of `ORDER_COLUMNS` and `LISTING_NAME`. */
type NamedOrderRow = OrderRow & { listing_slug: string; listing_title: string };

/** The same for a row of `SUMMARY_COLUMNS` and `LISTING_NAME`. */
export const toOrderSummary = (row: Omit<NamedOrderRow, 'request_json' | 'result_json'>): Order =>
  toOrder({ ...row, request_json: null, result_json: null });

export const toOrder = (row: NamedOrderRow): Order => ({
  ...toNamelessOrder(row),
  listing: { slug: row.listing_slug, title: row.listing_title },
});

export function toNamelessOrder(row: OrderRow): Omit<Order, 'listing'> {
  return {
    id: row.id,
    listingId: row.listing_id,
    buyerId: row.buyer_id,
    sellerId: row.seller_id,
    buyerPseudonym: row.buyer_pseudonym,
    keyId: row.key_id,
    metadataJson: row.metadata_json,
    state: row.state,
    requestJson: row.request_json,
    resultJson: row.result_json,
    errorMessage: row.error_message,
    failure: row.failure_json === null ? null : (JSON.parse(row.failure_json) as OrderFailure),
    outputValid: row.output_valid === null ? null : row.output_valid === 1,
    outputErrors:
      row.output_errors_json === null ? null : (JSON.parse(row.output_errors_json) as Detail[]),
    price: { amountMicros: row.price_micros, currency: row.price_currency, unit: row.price_unit },
    revision: row.revision,
    createdAtMs: row.created_at,
    startedAtMs: row.started_at,
    completedAtMs: row.completed_at,
  };
}

const byId = prepared((db, { id }: { id: string }) =>
  db.selectFrom('orders').select(ORDER_COLUMNS).select(LISTING_NAME).where('id', '=', id),
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
  const rows = yield* all(query.select(ORDER_COLUMNS));
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
