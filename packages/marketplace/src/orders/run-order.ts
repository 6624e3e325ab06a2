import { LIMITS } from '@mkt/protocol';
import { sql } from 'kysely';
import { LEASE_MS } from '../market/limits.ts';
import type { Order, OrderParties } from './order.ts';
import type { WaitingOrder } from './waiting-queue.ts';
import type { ClaimedOrder } from './order-store.ts';
import { isOneOf } from '../database/is-one-of.ts';
import { now, nowPlus } from '../database/now.ts';
import { isOpenAs } from '../database/order-state.ts';
import { all, first, type Dialect, type Operation, type SingleStatement } from '../database/operation.ts';
import { suspendedById } from '../accounts/sql.ts';
import { findTarget, type SealedTarget } from './sql-target.ts';
import { LISTING_NAME, ORDER_COLUMNS, toOrder } from './order-row.ts';
import { settleOpenOrders } from './sql-settle.ts';

export type SealedClaim = { order: Order; target: SealedTarget | undefined };

/** pending → running, never back. A compare-and-set, so that one process gets the order. */
export function* claimOrder(
  dialect: Dialect,
  { id, leaseOwner }: { id: string; leaseOwner: string },
): Operation<SealedClaim | undefined> {
  const claimed = yield* first(
    dialect.db
      .updateTable('orders')
      .set({
        state: 'running',
        started_at: now,
        lease_owner: leaseOwner,
        lease_until: nowPlus(LEASE_MS),
      })
      .where('id', '=', id)
      .where('state', '=', 'pending')
      .where('created_at', '>', sql<number>`mkt_now() - ${sql.lit(LIMITS.pendingExpiryMs)}`)
      .returning(ORDER_COLUMNS)
      .returning(LISTING_NAME),
  );
  if (!claimed) return undefined;
  const order = toOrder(claimed);
  // The buyer was suspended while the order was being stored: there is nothing to call.
  const suspended = yield* suspendedById(dialect, { id: order.buyerId });
  if (suspended.length > 0) return { order, target: undefined };
  return { order, target: yield* findTarget(dialect, order.listingId) };
}

export const interruptLostOrders = (
  dialect: Dialect,
  sweep: { leaseOwner: string; liveIds: Iterable<string>; orphans: boolean },
): SingleStatement<OrderParties[]> =>
  settleOpenOrders(dialect, 'interrupted', (orders) =>
    orders
      .where('state', '=', 'running')
      .where((where) =>
        sweep.orphans
          ? where.or([where('lease_until', '<', now), where('lease_owner', '!=', sweep.leaseOwner)])
          : where('lease_until', '<', now),
      )
      // Never this process's own live calls: it will settle them itself.
      .where((where) => where.not(isOneOf(dialect, 'id', [...sweep.liveIds]))),
  );

export const interruptOpenOrders = (dialect: Dialect): SingleStatement<number> =>
  settleOpenOrders(dialect, 'interrupted').as((orders) => orders.length);

export const expireWaitingOrders = (dialect: Dialect): SingleStatement<OrderParties[]> =>
  settleOpenOrders(dialect, 'expired', (orders) =>
    orders
      .where('state', '=', 'pending')
      .where('created_at', '<=', sql<number>`mkt_now() - ${sql.lit(LIMITS.pendingExpiryMs)}`),
  );

export const cancelOrder = (
  dialect: Dialect,
  { id, buyerId }: Pick<Order, 'id' | 'buyerId'>,
): SingleStatement<OrderParties | undefined> =>
  settleOpenOrders(dialect, 'cancelled', (orders) =>
    orders.where('id', '=', id).where('buyer_id', '=', buyerId).where('state', '=', 'pending'),
  ).as(([cancelled]) => cancelled);

export const waitingOrders = ({ db }: Dialect, limit: number): SingleStatement<WaitingOrder[]> =>
  all(
    db
      .selectFrom('orders')
      .select(['id', 'buyer_id as buyerId', 'seller_id as sellerId'])
      .where(isOpenAs('pending'))
      .orderBy('id')
      .limit(limit),
  );

/** The parts of the listing that a call needs; null when the listing no longer exists. */
export function callOf(
  target: SealedTarget | undefined,
  secrets: readonly string[],
): ClaimedOrder['call'] {
  if (!target) return null;
  const { method, endpointPath, outputSchemaHash, status } = target;
  return { method, endpointPath, secrets, outputSchemaHash, status };
}
