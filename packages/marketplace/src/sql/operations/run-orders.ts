import { LIMITS } from '@mkt/protocol';
import { sql } from 'kysely';
import { failed, type Order } from '../../domain/order.ts';
import type { WaitingOrder } from '../../concurrency/waiting-queue.ts';
import type { ClaimedOrder } from '../../domain/order-store.ts';
import { isOneOf } from '../is-one-of.ts';
import { now, nowPlus } from '../now.ts';
import { IS_OPEN, isOpenAs } from '../order-state.ts';
import {
  all,
  execute,
  first,
  type Dialect,
  type Operation,
  type SingleStatement,
} from '../operation.ts';
import { suspendedById } from './accounts.ts';
import { findTarget, type SealedTarget } from './activation-targets.ts';
import { ORDER_COLUMNS, toOrder } from './order-row.ts';
import { settledColumns, type SettledColumns } from './settle-orders.ts';

/** A claim lasts this long by the database's clock (docs/orders.md#guarantees). */
export const LEASE_MS = 40_000;

export type SealedClaim = { order: Order; target: SealedTarget | undefined };

/** pending → running, never the other way: a compare-and-set, so that one process wins. */
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
      .returning(ORDER_COLUMNS),
  );
  if (!claimed) return undefined;
  const order = toOrder(claimed);
  // Suspended in the moment in which the order was stored: it has nothing to call.
  const suspended = yield* suspendedById(dialect, { id: order.buyerId });
  if (suspended.length > 0) return { order, target: undefined };
  return { order, target: yield* findTarget(dialect, order.listingId) };
}

const interrupted = settledColumns(failed('interrupted'));
const expired = settledColumns(failed('expired'));

export const settledAs = (columns: SettledColumns) => ({
  state: columns.state,
  error_message: columns.errorMessage,
  failure_json: columns.failureJson,
  completed_at: now,
  lease_until: null,
});

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

export function interruptLostOrders(
  dialect: Dialect,
  sweep: { leaseOwner: string; liveIds: Iterable<string>; orphans: boolean },
): SingleStatement<string[]> {
  const statement = all(
    dialect.db
      .updateTable('orders')
      .set(settledAs(interrupted))
      .where(isOpenAs('running'))
      .where((where) =>
        sweep.orphans
          ? where.or([where('lease_until', '<', now), where('lease_owner', '!=', sweep.leaseOwner)])
          : where('lease_until', '<', now),
      )
      // Never its own live calls: their outcome is still to come, and nobody else's to write.
      .where((where) => where.not(isOneOf(dialect, 'id', [...sweep.liveIds])))
      .returning('id'),
  );
  return statement.as(idsOf);
}

export const interruptOpenOrders = ({ db }: Dialect): SingleStatement<number> =>
  execute(db.updateTable('orders').set(settledAs(interrupted)).where(IS_OPEN));

export function expireWaitingOrders({ db }: Dialect): SingleStatement<string[]> {
  const statement = all(
    db
      .updateTable('orders')
      .set(settledAs(expired))
      .where(isOpenAs('pending'))
      .where('created_at', '<=', sql<number>`mkt_now() - ${sql.lit(LIMITS.pendingExpiryMs)}`)
      .returning('id'),
  );
  return statement.as(idsOf);
}

export const waitingOrders = ({ db }: Dialect, limit: number): SingleStatement<WaitingOrder[]> =>
  all(
    db
      .selectFrom('orders')
      .select(['id', 'buyer_id as buyerId', 'seller_id as sellerId'])
      .where(isOpenAs('pending'))
      .orderBy('id')
      .limit(limit),
  );

/** The claim with the parts of its listing that a call needs; null when the listing is gone. */
export function callOf(
  target: SealedTarget | undefined,
  secrets: readonly string[],
): ClaimedOrder['call'] {
  if (!target) return null;
  const { method, endpointPath, outputSchemaHash, status } = target;
  return { method, endpointPath, secrets, outputSchemaHash, status };
}
