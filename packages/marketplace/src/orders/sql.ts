import { sql } from 'kysely';
import type { Order } from './order.ts';
import { pageItemsOf, type PageRequest, type PageItems } from '../market/page.ts';
import type { OrderPageRequest } from './order-store.ts';
import type { OrderFilter } from './order-filter.ts';
import { isOneOf } from '../database/is-one-of.ts';
import { IS_SETTLED } from '../database/order-state.ts';
import {
  all,
  first,
  prepared,
  type Dialect,
  type Operation,
  type SingleStatement,
} from '../database/operation.ts';
import { newestMatching, newestSales, type Filter } from './sql-lists.ts';
import { newestWithMetadata } from './order-metadata.ts';
import {
  LISTING_NAME,
  ORDER_COLUMNS,
  SUMMARY_COLUMNS,
  toOrder,
  toOrderSummary,
} from './order-row.ts';
import { isUuid } from '../market/ids.ts';

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
