import { all, type Dialect, execute, now, type Operation } from '../database/operation.ts';
import { resetHealth } from '../listings/sql-health.ts';
import { recordChange } from '../listings/sql-history.ts';
import { settleOpenOrders } from '../orders/sql-settle.ts';
import type { Suspension } from './account.ts';
import { findAccount } from './sql.ts';

/** Pauses published listings in the marketplace's name, so that resuming one runs its checks again. */
function* pauseListings(
  dialect: Dialect,
  { id, reason }: { id: string; reason: string },
): Operation<string[]> {
  const paused = yield* all(
    dialect.db
      .updateTable('listing')
      .set((column) => ({
        status: 'paused',
        paused_by_marketplace: 1,
        rejection_reason: reason,
        version: column('version', '+', 1),
        updated_at: now,
      }))
      .where('account_id', '=', id)
      .where('status', '=', 'published')
      .returning(['id', 'status', 'revision', 'published_at as publishedAtMs', 'health_endpoint']),
  );
  for (const row of paused) {
    const configured = row.health_endpoint !== null;
    yield* resetHealth(dialect, { listingId: row.id, configured, probed: false });
    yield* recordChange(dialect, { from: 'published', after: row, actor: { kind: 'operator' } });
  }
  return paused.map((row) => row.id);
}

/**
 * Suspends an account in one transaction: its listings can no longer be activated, and its waiting
 * orders, bought or sold, are settled without a call. Running orders finish.
 */
export function* suspendAccount(
  dialect: Dialect,
  { id, reason }: { id: string; reason: string },
): Operation<Suspension | undefined> {
  const { db } = dialect;
  const suspended = yield* execute(
    db
      .updateTable('account')
      .set({ suspended_at: now, suspension_reason: reason })
      .where('id', '=', id),
  );
  if (suspended === 0) return undefined;
  const pausedListingIds = yield* pauseListings(dialect, { id, reason });
  const settledOrders = yield* settleOpenOrders(dialect, 'listing_unavailable', (orders) =>
    orders
      .where('state', '=', 'pending')
      .where((where) => where.or([where('buyer_id', '=', id), where('seller_id', '=', id)])),
  );
  const account = yield* findAccount(dialect, id);
  return (
    account && {
      account,
      pausedListingIds,
      settledOrderIds: settledOrders.map((order) => order.id),
    }
  );
}
