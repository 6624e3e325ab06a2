import { sql } from 'kysely';
import type { Order } from '../../domain/order.ts';
import { fitting, type PageRequest } from '../../domain/page.ts';
import { isUuid } from '../../domain/slug.ts';
import type { OrderFilter } from '../../domain/store.ts';
import { isOneOf } from '../is-one-of.ts';
import {
  all,
  first,
  prepared,
  type Dialect,
  type Operation,
  type SingleStatement,
} from '../operation.ts';
import { ORDER_COLUMNS, toOrder } from './order-row.ts';

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
      .where('state', 'in', ['completed', 'failed']),
  );
  return statement.as(idsOf);
}

/** The id of a listing, also of one that only its slug names. */
function* listingIdOf({ db }: Dialect, ref: string): Operation<string | undefined> {
  if (isUuid(ref)) return ref.toLowerCase();
  const row = yield* first(db.selectFrom('slug').select('listing_id').where('slug', '=', ref));
  return row?.listing_id;
}

/** What the body and the result weigh: asked before they are read. */
const BYTES = sql<number>`coalesce(octet_length(request_json), 0) + coalesce(octet_length(result_json), 0)`;

/** The ids of a page with their weight, and of one order more. */
function* weighOrders(
  dialect: Dialect,
  { filter, page }: { filter: OrderFilter; page: PageRequest },
): Operation<{ id: string; bytes: number }[]> {
  let query = dialect.db
    .selectFrom('orders')
    .select(['id', BYTES.as('bytes')])
    .orderBy('id', 'desc')
    .limit(page.limit + 1);
  if (filter.listingRef !== undefined) {
    const listingId = yield* listingIdOf(dialect, filter.listingRef);
    if (listingId === undefined) return [];
    query = query.where('listing_id', '=', listingId);
  }
  if (filter.sellerListingId !== undefined) {
    query = query.where('listing_id', '=', filter.sellerListingId);
  }
  if (filter.buyerId !== undefined) query = query.where('buyer_id', '=', filter.buyerId);
  if (filter.state !== undefined) query = query.where('state', '=', filter.state);
  if (filter.createdAfterMs !== undefined) {
    query = query.where('created_at', '>=', filter.createdAfterMs);
  }
  if (filter.createdBeforeMs !== undefined) {
    query = query.where('created_at', '<', filter.createdBeforeMs);
  }
  if (page.after) query = query.where('id', '<', page.after.id);
  return yield* all(query);
}

export function* listOrders(
  dialect: Dialect,
  { filter, page }: { filter: OrderFilter; page: PageRequest & { maxBytes: number } },
): Operation<{ orders: Order[]; more: boolean }> {
  const weighed = yield* weighOrders(dialect, { filter, page });
  const candidates = weighed.slice(0, page.limit);
  const count = fitting(
    candidates.map(({ bytes }) => bytes),
    page.maxBytes,
  );
  const ids = candidates.slice(0, count).map(({ id }) => id);
  const rows = yield* all(
    dialect.db
      .selectFrom('orders')
      .select(ORDER_COLUMNS)
      .where(isOneOf(dialect, 'id', ids))
      .orderBy('id', 'desc'),
  );
  return { orders: rows.map(toOrder), more: count < weighed.length };
}
