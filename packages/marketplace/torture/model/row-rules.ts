import type { OrderFailure } from '@mkt/protocol';
import type { Order } from '../../src/orders/order.ts';
import type { OrderTable } from '../../src/database/orders.ts';
import { toNamelessOrder } from '../../src/orders/sql.ts';
import { invariant } from './invariant.ts';
import type { CallEnd, ScriptedCall } from './scripted-seller.ts';

export type Row = OrderTable;

// From docs/buy/orders.md rather than from the code, so that a wrong constant is found.
export const EXPIRES_MS = 10 * 60_000;
const LEASE_MS = 40_000;
export const MAX_CLAIM_AGE_MS = 5_000;
const RANK = { pending: 0, running: 1, completed: 2, failed: 2 } as const;
const FIXED = [
  'listing_id',
  'buyer_id',
  'seller_id',
  'buyer_pseudonym',
  'request_json',
  'price_micros',
  'price_currency',
  'price_unit',
  'revision',
  'created_at',
] as const;

export const isSettled = (row: Row) => RANK[row.state] === 2;

const failureOf = (row: Row): OrderFailure | null =>
  row.failure_json === null ? null : (JSON.parse(row.failure_json) as OrderFailure);

export const failureKindOf = (row: Row): string | undefined => failureOf(row)?.kind;

/** Checks that a row is consistent. */
export function checkRow(row: Row): void {
  const { state, created_at, started_at, completed_at } = row;
  const started = started_at !== null;
  const ended = isSettled(row);
  invariant(
    ended === (completed_at !== null),
    'completedAt is set exactly when an order is settled',
    row,
  );
  invariant(state !== 'pending' || !started, 'a waiting order has not started', row);
  invariant(
    !['running', 'completed'].includes(state) || started,
    'a running or completed order has started',
    row,
  );
  invariant(
    ended === (row.open_until === null),
    'exactly the open orders have a time at which the sweep settles them',
    row,
  );
  const openMs = (row.open_until ?? 0) - (started_at ?? created_at);
  invariant(state !== 'pending' || openMs === EXPIRES_MS, 'an order waits 10 minutes', row);
  invariant(state !== 'running' || openMs === LEASE_MS, 'a lease lasts 40 s', row);
  invariant(
    started === (row.lease_owner !== null),
    'exactly the started orders have a lease owner',
    row,
  );
  invariant(!started || started_at >= created_at, 'an order starts after it was created', row);
  invariant(
    !started || started_at - created_at < EXPIRES_MS,
    'an order that waited ten minutes does not start',
    row,
  );
  invariant(
    !ended || (completed_at ?? 0) >= (started_at ?? created_at),
    'an order is settled after it started',
    row,
  );
  invariant(
    (state === 'completed') === (row.result_json !== null),
    'exactly the completed orders have a result',
    row,
  );
  invariant(
    (state === 'failed') === (row.failure_json !== null),
    'exactly the failed orders have a failure',
    row,
  );
  invariant(
    (state === 'failed') === (row.error_message !== null),
    'exactly the failed orders have an error message',
    row,
  );
}

/** Checks that states only move forward and that a settled row never changes. */
export function checkChange(before: Row, after: Row): void {
  const about = { before, after };
  invariant(RANK[after.state] >= RANK[before.state], 'states never go back', about);
  for (const column of FIXED)
    invariant(before[column] === after[column], `${column} never changes`, about);
  if (before.started_at !== null) {
    invariant(before.started_at === after.started_at, 'an order starts once', about);
    invariant(before.lease_owner === after.lease_owner, 'a call keeps its lease owner', about);
  }
  if (!isSettled(before)) return;
  for (const column of Object.keys(before) as (keyof Row)[]) {
    invariant(before[column] === after[column], 'a settled order never changes', about);
  }
}

const NO_CALL = new Set(['expired', 'cancelled', 'listing_unavailable']);

/** How a call's outcome settles its order, by docs/buy/orders.md#when-an-order-fails. */
function expectedEnd(end: CallEnd): string {
  if (end.kind === 'thrown') return 'interrupted';
  if (end.kind !== 'response') return end.kind;
  if (end.status !== 200 && end.status !== 204) return 'seller_status';
  return end.body.kind === 'not-json' ? 'invalid_json' : 'completed';
}

const resultOf = (end: CallEnd) =>
  end.kind === 'response' && end.body.kind === 'json' ? end.body.json : 'null';

/** Checks that an order settled as its only call ended, or why it had none. */
export function checkEnd(row: Row, call: ScriptedCall | undefined, hasSchema: boolean): void {
  const kind = row.state === 'completed' ? 'completed' : failureOf(row)?.kind;
  const about = { row, call: call && { end: call.end ?? null } };
  if (kind === 'expired') {
    const waitedMs = (row.completed_at ?? 0) - row.created_at;
    invariant(waitedMs >= EXPIRES_MS, 'an order expires after ten minutes', about);
    invariant(row.started_at === null, 'an expired order has never started', about);
  }
  if (kind !== undefined && NO_CALL.has(kind))
    invariant(!call, 'the order must not be called', about);
  if (kind === 'interrupted' || (kind !== undefined && NO_CALL.has(kind))) return;
  invariant(call?.end !== undefined, 'an order settles by the outcome of its call', about);
  invariant(expectedEnd(call.end) === kind, 'an order settles as its call ended', about);
  if (kind !== 'completed') return;
  invariant(
    row.result_json === resultOf(call.end),
    'the result is the body of the seller’s response',
    about,
  );
  const isObject = row.result_json?.startsWith('{') ?? false;
  const valid = hasSchema ? Number(isObject) : null;
  invariant(row.output_valid === valid, 'the result was validated', about);
}

/** Checks that a buyer received the stored order or an earlier state of it. */
export function checkReturned(order: Order, row: Row): void {
  const stored = toNamelessOrder(row);
  const about = { returned: order, stored };
  invariant(RANK[order.state] <= RANK[row.state], 'a returned state was stored', about);
  invariant(order.requestJson === stored.requestJson, 'an order keeps its input', about);
  invariant(order.createdAtMs === stored.createdAtMs, 'an order keeps its creation time', about);
  if (order.startedAtMs !== null) {
    invariant(
      order.startedAtMs === stored.startedAtMs,
      'an order keeps its returned start time',
      about,
    );
  }
  if (RANK[order.state] < 2) return;
  // The name of the listing is not stored with the order.
  const { listing: _, ...returned } = order;
  invariant(
    JSON.stringify(returned) === JSON.stringify(stored),
    'a returned settled order is the stored one',
    about,
  );
}

/**
 * A call may only be settled as interrupted by its own process, by another one after the lease expired,
 * or, on a database of one process, by the next one.
 */
export function checkInterrupted(
  row: Row,
  call: ScriptedCall | undefined,
  owner: { exclusive: boolean; isAlive: boolean; wasHeld: boolean },
): void {
  if (failureOf(row)?.kind !== 'interrupted') return;
  const ranMs = (row.completed_at ?? 0) - (row.started_at ?? 0);
  const about = { row, end: call?.end ?? null, ...owner };
  invariant(row.started_at !== null, 'only a call can be interrupted', about);
  if (call?.end?.kind === 'thrown' || call?.end?.kind === 'interrupted') return;
  const byNext = owner.exclusive && !owner.isAlive;
  // The age of a claim counts from its request: a paused process may find it too old at once.
  const tooLate = !call && (ranMs > MAX_CLAIM_AGE_MS || owner.wasHeld);
  const byOthers = ranMs > LEASE_MS && !(owner.exclusive && owner.isAlive && call);
  invariant(byNext || tooLate || byOthers, 'a call is not interrupted during its lease', about);
}
