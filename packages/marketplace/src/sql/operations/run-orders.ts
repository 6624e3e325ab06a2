import { LIMITS } from '@mkt/protocol';
import { sql } from 'kysely';
import { failed, settledOrder, type Order, type Settlement } from '../../domain/order.ts';
import type { ClaimedOrder, WaitingOrder } from '../../domain/store.ts';
import type { Flag } from '../database.ts';
import { isOneOf } from '../is-one-of.ts';
import { now, nowPlus } from '../now.ts';
import { all, execute, first, prepared, type Dialect, type Operation } from '../operation.ts';
import { findTarget, type SealedTarget } from './activation-targets.ts';
import { ORDER_COLUMNS, toOrder } from './order-row.ts';
import { findOrder } from './read-orders.ts';

/** A claim lasts this long by the database's clock (protocol reference, "Orders", 6). */
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
  return { order: toOrder(claimed), target: yield* findTarget(dialect, claimed.listing_id) };
}

interface SettleArgs {
  id: string;
  leaseOwner: string;
  state: 'completed' | 'failed';
  resultJson: string | null;
  errorMessage: string | null;
  failureJson: string | null;
  outputValid: Flag | null;
  outputErrorsJson: string | null;
}

const settle = prepared((db, args: SettleArgs) =>
  db
    .updateTable('orders')
    .set({
      state: args.state,
      completed_at: now,
      result_json: args.resultJson,
      error_message: args.errorMessage,
      failure_json: args.failureJson,
      output_valid: args.outputValid,
      output_errors_json: args.outputErrorsJson,
      lease_until: null,
    })
    .where('id', '=', args.id)
    .where('lease_owner', '=', args.leaseOwner)
    .where('state', '=', 'running')
    .returning('completed_at'),
);

const flag = (value: boolean | null): Flag | null => (value === null ? null : value ? 1 : 0);
const json = (value: unknown) => (value === null ? null : JSON.stringify(value));

function settledColumns(settlement: Settlement) {
  if (settlement.state === 'failed') {
    const { errorMessage, failure } = settlement;
    return {
      state: settlement.state,
      resultJson: null,
      errorMessage,
      failureJson: JSON.stringify(failure),
      outputValid: null,
      outputErrorsJson: null,
    };
  }
  return {
    state: settlement.state,
    resultJson: settlement.resultJson,
    errorMessage: null,
    failureJson: null,
    outputValid: flag(settlement.outputValid),
    outputErrorsJson: json(settlement.outputErrors),
  };
}

/**
 * Writes an outcome, if the lease is still the caller's. What is answered is the row as it stands
 * then, so that a process that was paused past its lease cannot tell another story. The order is the
 * running row as it was claimed, which nobody else may change: it is not read again.
 */
export function* settleOrder(
  dialect: Dialect,
  { order, leaseOwner, settlement }: SettleOrderArgs,
): Operation<Order | undefined> {
  const [row] = yield* settle(dialect, {
    id: order.id,
    leaseOwner,
    ...settledColumns(settlement),
  });
  if (!row) return yield* findOrder(dialect, order.id);
  return settledOrder(order, settlement, row.completed_at);
}

export interface SettleOrderArgs {
  order: Order;
  leaseOwner: string;
  settlement: Settlement;
}

const interrupted = settledColumns(failed('interrupted'));
const expired = settledColumns(failed('expired'));

const endedAs = (columns: typeof interrupted) => ({
  state: columns.state,
  error_message: columns.errorMessage,
  failure_json: columns.failureJson,
  completed_at: now,
  lease_until: null,
});

export function* interruptLostOrders(
  dialect: Dialect,
  sweep: { leaseOwner: string; liveIds: Iterable<string>; orphans: boolean },
): Operation<string[]> {
  const rows = yield* all(
    dialect.db
      .updateTable('orders')
      .set(endedAs(interrupted))
      .where('state', '=', 'running')
      .where((where) =>
        sweep.orphans
          ? where.or([where('lease_until', '<', now), where('lease_owner', '!=', sweep.leaseOwner)])
          : where('lease_until', '<', now),
      )
      // Never its own live calls: their outcome is still to come, and nobody else's to write.
      .where((where) => where.not(isOneOf(dialect, 'id', [...sweep.liveIds])))
      .returning('id'),
  );
  return rows.map((row) => row.id);
}

export function* interruptOpenOrders({ db }: Dialect): Operation<number> {
  return yield* execute(
    db.updateTable('orders').set(endedAs(interrupted)).where('state', 'in', ['pending', 'running']),
  );
}

export function* expireWaitingOrders({ db }: Dialect): Operation<string[]> {
  const rows = yield* all(
    db
      .updateTable('orders')
      .set(endedAs(expired))
      .where('state', '=', 'pending')
      .where('created_at', '<=', sql<number>`mkt_now() - ${sql.lit(LIMITS.pendingExpiryMs)}`)
      .returning('id'),
  );
  return rows.map((row) => row.id);
}

export function* waitingOrders({ db }: Dialect, limit: number): Operation<WaitingOrder[]> {
  return yield* all(
    db
      .selectFrom('orders')
      .select(['id', 'buyer_id as buyerId', 'seller_id as sellerId'])
      .where('state', '=', 'pending')
      .orderBy('id')
      .limit(limit),
  );
}

/** The claim with the parts of its listing that a call needs; null when the listing is gone. */
export function callOf(
  target: SealedTarget | undefined,
  secrets: readonly string[],
): ClaimedOrder['call'] {
  if (!target) return null;
  const { method, endpointPath, outputSchemaHash, status } = target;
  return { method, endpointPath, secrets, outputSchemaHash, status };
}
