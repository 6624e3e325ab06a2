import type { FailureKind } from '@mkt/protocol';
import { sql } from 'kysely';
import {
  all,
  type Dialect,
  firstIdAt,
  isOneOf,
  notCancelled,
  type Operation,
} from '../database/operation.ts';
import { IS_FAILED, IS_OPEN } from '../database/orders.ts';
import { countOfListing, entriesEnd } from '../orders/sql-entries.ts';
import { failureKind, failureStatus } from '../orders/sql.ts';
import type { FailingListing } from './health.ts';

interface Counts {
  /** By kind and status. */
  failures: FailingListing['failures'];
  failed: number;
  cancelled: number;
  waiting: number;
  running: number;
  /** How many of those were placed since then. */
  openSince: number;
  lastFailedId: string | null;
}

const noCounts = (): Counts => ({
  failures: [],
  failed: 0,
  cancelled: 0,
  waiting: 0,
  running: 0,
  openSince: 0,
  lastFailedId: null,
});

const later = (a: string | null, b: string) => (a === null || a < b ? b : a);

/** What indexes of failed and open orders say of each listing; completed orders are not read. */
function* countsSince(dialect: Dialect, firstId: string): Operation<Map<string, Counts>> {
  const counts = new Map<string, Counts>();
  const countsOf = (listingId: string) => {
    const known = counts.get(listingId) ?? noCounts();
    counts.set(listingId, known);
    return known;
  };
  const failed = yield* all(
    dialect.db
      .selectFrom('orders')
      .select('listing_id')
      .select(failureKind(dialect).as('kind'))
      .select(failureStatus(dialect).as('status'))
      .select(sql<number>`count(*)`.as('count'))
      .select(sql<string>`max(id)`.as('last'))
      .where(notCancelled(dialect, 'created_at'))
      .where(IS_FAILED)
      .where('id', '>=', firstId)
      .groupBy(sql`1, 2, 3`),
  );
  for (const row of failed) {
    const of = countsOf(row.listing_id);
    if (row.kind === 'cancelled') {
      of.cancelled += row.count;
      continue;
    }
    of.failed += row.count;
    of.failures.push({
      kind: row.kind as FailureKind,
      sellerStatus: row.status,
      count: row.count,
    });
    of.lastFailedId = later(of.lastFailedId, row.last);
  }
  const open = yield* all(
    dialect.db
      .selectFrom('orders')
      .select(['listing_id', 'state'])
      .select(sql<number>`count(*)`.as('count'))
      .select(sql<number>`sum(CASE WHEN id >= ${firstId} THEN 1 ELSE 0 END)`.as('since'))
      .where(IS_OPEN)
      .groupBy(sql`1, 2`),
  );
  for (const row of open) {
    const of = countsOf(row.listing_id);
    of[row.state === 'pending' ? 'waiting' : 'running'] += row.count;
    of.openSince += row.since;
  }
  return counts;
}

/** Published listings whose probes fail; as many as there may be on the page. */
function* unhealthy(dialect: Dialect, limit: number): Operation<string[]> {
  const rows = yield* all(
    dialect.db
      .selectFrom('listing_health')
      .innerJoin('listing', 'listing.id', 'listing_health.listing_id')
      .select('listing.id')
      .where('listing_health.status', '=', 'unhealthy')
      .where('listing.status', '=', 'published')
      .orderBy('listing_health.listing_id', 'desc')
      .limit(limit),
  );
  return rows.map(({ id }) => id);
}

/**
 * Listings whose orders fail or wait, or whose probes fail; those with the most failed orders first.
 * Counts orders that were placed since `sinceMs`.
 */
export function* failingListings(
  dialect: Dialect,
  { sinceMs, limit }: { sinceMs: number; limit: number },
): Operation<FailingListing[]> {
  const { db } = dialect;
  const firstId = firstIdAt(sinceMs);
  const counts = yield* countsSince(dialect, firstId);
  const unhealthyIds = new Set(yield* unhealthy(dialect, limit));
  for (const id of unhealthyIds) if (!counts.has(id)) counts.set(id, noCounts());
  const worst = [...counts]
    .filter(([id, { failed, waiting }]) => failed + waiting > 0 || unhealthyIds.has(id))
    .toSorted(([, a], [, b]) => b.failed - a.failed || b.waiting - a.waiting)
    .slice(0, limit);
  const end = yield* entriesEnd(dialect);
  const rows = yield* all(
    db
      .selectFrom('listing')
      .leftJoin('listing_health', 'listing_health.listing_id', 'listing.id')
      .select(['listing.id', 'listing.slug', 'listing.account_id as sellerId', 'listing.status'])
      .select(['listing_health.status as probe', 'listing_health.checked_at as probedAtMs'])
      .select(countOfListing(dialect, end, firstId).as('orders'))
      .where(
        isOneOf(
          dialect,
          'listing.id',
          worst.map(([id]) => id),
        ),
      ),
  );
  const lastIds = worst.flatMap(([, { lastFailedId }]) => lastFailedId ?? []);
  const failures = yield* all(
    db
      .selectFrom('orders')
      .select(['id', 'completed_at as atMs', 'error_message as message'])
      .where(isOneOf(dialect, 'id', lastIds)),
  );
  const listings = new Map(rows.map((row) => [row.id, row]));
  const lastFailures = new Map(failures.map((row) => [row.id, row]));
  return worst.flatMap(([id, of]): FailingListing[] => {
    const listing = listings.get(id);
    if (!listing) return [];
    const { cancelled, openSince, lastFailedId, ...counted } = of;
    const last = lastFailures.get(lastFailedId ?? '');
    return [
      {
        ...listing,
        ...counted,
        probe: listing.probe ?? 'not_configured',
        completed: Math.max(0, listing.orders - of.failed - cancelled - openSince),
        failures: of.failures.toSorted((a, b) => b.count - a.count),
        lastFailure: last
          ? { orderId: last.id, atMs: last.atMs ?? 0, message: last.message ?? '' }
          : null,
      },
    ];
  });
}
