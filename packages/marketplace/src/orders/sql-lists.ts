import { sql, type SelectQueryBuilder } from 'kysely';
import type { OrderFilter } from './order-filter.ts';
import type { PageRequest } from '../market/page.ts';
import type { Database } from '../database/database.ts';
import { firstIdAt } from '../database/first-id.ts';
import { isOneOf } from '../database/is-one-of.ts';
import { IS_FAILED, isOpenAs } from '../database/order-state.ts';
import { all, type Dialect, type Operation } from '../database/operation.ts';
import { notCancelled } from '../database/list-cancellation.ts';

/**
 * A process creates the id by its own clock just before the database sets `created_at`. The clocks of
 * cooperating machines differ by far less than this.
 */
const MAX_CLOCK_SKEW_MS = 10 * 60_000;

export type Orders<Row> = SelectQueryBuilder<Database, 'orders', Row>;

type Id = Parameters<Orders<unknown>['orderBy']>[0] & string;

/** The id takes the place of the reference. */
export interface Filter extends Omit<OrderFilter, 'listingRef'> {
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

/**
 * The orders of a page and one more, newest first. If the query reads a table that leads to the
 * orders, `id` is its column.
 */
export function newestMatching<Row>(
  dialect: Dialect,
  select: Orders<Row>,
  filter: Filter,
  { limit, after }: PageRequest,
  id: Id = 'orders.id',
): Orders<Row> {
  let query = select
    .where(notCancelled(dialect, 'created_at'))
    .orderBy(id, 'desc')
    .limit(limit + 1);
  if (filter.listingId !== undefined) query = query.where('listing_id', '=', filter.listingId);
  if (filter.sellerListingId !== undefined) {
    query = query.where('listing_id', '=', filter.sellerListingId);
  }
  if (filter.sellerId !== undefined) query = query.where('seller_id', '=', filter.sellerId);
  if (filter.buyerId !== undefined) query = query.where('orders.buyer_id', '=', filter.buyerId);
  if (filter.keyIds) query = query.where(isOneOf(dialect, 'orders.key_id', filter.keyIds));
  if (after) query = query.where(id, '<', after.id);
  return createdBetween(inState(query, filter.state), filter, id);
}

/**
 * The ids of a seller's orders, of a page and one more, newest first. An index on the seller would
 * cost every activation. Instead, of the seller's listings only those with the newest orders are
 * read: a page cannot have orders of more listings than it has orders.
 */
export function* newestSales(
  dialect: Dialect,
  filter: Filter & { sellerId: string },
  page: PageRequest,
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
