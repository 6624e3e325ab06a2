import { sql, type SelectQueryBuilder } from 'kysely';
import type { Order } from '../../domain/order.ts';
import {
  pageItemsOf,
  type PageRequest,
  type PageItems,
  type BoundedPageRequest,
} from '../../domain/page.ts';
import { isUuid } from '../../domain/slug.ts';
import type { OrderFilter } from '../../domain/order-store.ts';
import type { Database } from '../database.ts';
import { firstIdAt } from '../first-id.ts';
import { isOneOf } from '../is-one-of.ts';
import { IS_FAILED, IS_SETTLED, isOpenAs } from '../order-state.ts';
import {
  all,
  first,
  prepared,
  type Dialect,
  type Operation,
  type SingleStatement,
} from '../operation.ts';
import { ORDER_COLUMNS, toOrder } from './order-row.ts';
import { notCancelled } from './list-cancellation.ts';

const byId = prepared((db, { id }: { id: string }) =>
  db.selectFrom('orders').select(ORDER_COLUMNS).where('id', '=', id),
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
function* listingIdOf({ db }: Dialect, ref: string): Operation<string | undefined> {
  if (isUuid(ref)) return ref.toLowerCase();
  const row = yield* first(db.selectFrom('slug').select('listing_id').where('slug', '=', ref));
  return row?.listing_id;
}

/** The size of the body and the result, computed without reading them. */
const BYTES = sql<number>`coalesce(octet_length(request_json), 0) + coalesce(octet_length(result_json), 0)`;

/**
 * A process creates the id by its own clock just before the database sets `created_at`. The clocks of
 * cooperating machines differ by far less than this.
 */
const MAX_CLOCK_SKEW_MS = 10 * 60_000;

/** Limits the time: a range of ids for the index, then the exact column. */
function createdBetween(query: SizeQuery, filter: OrderFilter): SizeQuery {
  const { createdAfterMs, createdBeforeMs } = filter;
  let bounded = query;
  if (createdAfterMs !== undefined) {
    bounded = bounded
      .where('id', '>=', firstIdAt(createdAfterMs - MAX_CLOCK_SKEW_MS))
      .where('created_at', '>=', createdAfterMs);
  }
  if (createdBeforeMs !== undefined) {
    bounded = bounded
      .where('id', '<', firstIdAt(createdBeforeMs + MAX_CLOCK_SKEW_MS))
      .where('created_at', '<', createdBeforeMs);
  }
  return bounded;
}

type SizeQuery = SelectQueryBuilder<Database, 'orders', { id: string; bytes: number }>;

/** The ids and sizes of a page's orders, and of one more. */
function* orderSizes(
  dialect: Dialect,
  filter: OrderFilter,
  { limit, after }: PageRequest,
): Operation<{ id: string; bytes: number }[]> {
  let query: SizeQuery = dialect.db
    .selectFrom('orders')
    .select(['id', BYTES.as('bytes')])
    .where(notCancelled(dialect, 'created_at'))
    .orderBy('id', 'desc')
    .limit(limit + 1);
  if (filter.listingRef !== undefined) {
    const listingId = yield* listingIdOf(dialect, filter.listingRef);
    if (listingId === undefined) return [];
    query = query.where('listing_id', '=', listingId);
  }
  if (filter.sellerListingId !== undefined) {
    query = query.where('listing_id', '=', filter.sellerListingId);
  }
  if (filter.buyerId !== undefined) query = query.where('buyer_id', '=', filter.buyerId);
  if (filter.state === 'pending' || filter.state === 'running') {
    query = query.where(isOpenAs(filter.state));
  } else if (filter.state === 'failed') {
    query = query.where(IS_FAILED);
  } else if (filter.state !== undefined) {
    query = query.where('state', '=', filter.state);
  }
  if (after) query = query.where('id', '<', after.id);
  return yield* all(createdBetween(query, filter));
}

export function* listOrders(
  dialect: Dialect,
  { filter, page }: { filter: OrderFilter; page: BoundedPageRequest },
): Operation<PageItems<Order>> {
  const sizes = yield* orderSizes(dialect, filter, page);
  const { items, more } = pageItemsOf(sizes, page, ({ bytes }) => bytes);
  const ids = items.map(({ id }) => id);
  const rows = yield* all(
    dialect.db
      .selectFrom('orders')
      .select(ORDER_COLUMNS)
      .where(isOneOf(dialect, 'id', ids))
      .orderBy('id', 'desc'),
  );
  return { items: rows.map(toOrder), more };
}
