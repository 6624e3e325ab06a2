import type { OrderFailure } from '@mkt/protocol';
import type { Order } from '../../src/domain/order.ts';
import type { OrderTable } from '../../src/sql/database.ts';
import { toOrder } from '../../src/sql/operations/order-row.ts';
import { must } from './broken.ts';
import type { CallEnd, ScriptedCall } from './scripted-seller.ts';

export type Row = OrderTable;

// Of docs/orders.md, and not of the code: the model has numbers of its own.
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

export const isTerminal = (row: Row) => RANK[row.state] === 2;

const failureOf = (row: Row): OrderFailure | null =>
  row.failure_json === null ? null : (JSON.parse(row.failure_json) as OrderFailure);

export const failureKindOf = (row: Row): string | undefined => failureOf(row)?.kind;

/** What a row says fits together. */
export function checkRow(row: Row): void {
  const { state, created_at, started_at, completed_at } = row;
  const started = started_at !== null;
  const ended = isTerminal(row);
  must(ended === (completed_at !== null), 'completedAt is there once an order ended', row);
  must(state !== 'pending' || !started, 'an order that waits was not started', row);
  must(!['running', 'completed'].includes(state) || started, 'an order that ran was started', row);
  must((state === 'running') === (row.lease_until !== null), 'only a call has a lease', row);
  const leaseMs = row.lease_until === null ? LEASE_MS : row.lease_until - (started_at ?? 0);
  must(leaseMs === LEASE_MS, 'a call has a lease of 40 s', row);
  must(started === (row.lease_owner !== null), 'who started an order is known', row);
  must(!started || started_at >= created_at, 'an order starts after it came', row);
  must(
    !started || started_at - created_at < EXPIRES_MS,
    'an order that waited ten minutes is not started',
    row,
  );
  must(!ended || (completed_at ?? 0) >= (started_at ?? created_at), 'an end comes last', row);
  must((state === 'completed') === (row.result_json !== null), 'a result is of a completed', row);
  must((state === 'failed') === (row.failure_json !== null), 'a failure is of a failed', row);
  must((state === 'failed') === (row.error_message !== null), 'a failed order says why', row);
}

/** A row goes only along the table of states, and a settled one stays as it is. */
export function checkChange(before: Row, after: Row): void {
  const about = { before, after };
  must(RANK[after.state] >= RANK[before.state], 'states never go back', about);
  for (const column of FIXED) must(before[column] === after[column], `${column} is fixed`, about);
  if (before.started_at !== null) {
    must(before.started_at === after.started_at, 'an order is started once', about);
    must(before.lease_owner === after.lease_owner, 'a call stays with who started it', about);
  }
  if (!isTerminal(before)) return;
  for (const column of Object.keys(before) as (keyof Row)[]) {
    must(before[column] === after[column], 'a settled order never changes', about);
  }
}

const NO_CALL = new Set(['expired', 'listing_unavailable']);

/** What a call's end makes of its order, by docs/orders.md#failures. */
function expectedEnd(end: CallEnd): string {
  if (end.kind === 'thrown') return 'interrupted';
  if (end.kind !== 'response') return end.kind;
  if (end.status !== 200 && end.status !== 204) return 'seller_status';
  return end.body.kind === 'not-json' ? 'invalid_json' : 'completed';
}

const resultOf = (end: CallEnd) =>
  end.kind === 'response' && end.body.kind === 'json' ? end.body.json : 'null';

/** How an order ended is what its one call came to, or why there was none. */
export function checkEnd(row: Row, call: ScriptedCall | undefined, hasSchema: boolean): void {
  const kind = row.state === 'completed' ? 'completed' : failureOf(row)?.kind;
  const about = { row, call: call && { end: call.end ?? null } };
  if (kind === 'expired') {
    const waitedMs = (row.completed_at ?? 0) - row.created_at;
    must(waitedMs >= EXPIRES_MS, 'an order waits ten minutes', about);
    must(row.started_at === null, 'an order that expired was never started', about);
  }
  if (kind !== undefined && NO_CALL.has(kind)) must(!call, 'no call was to be made', about);
  if (kind === 'interrupted' || (kind !== undefined && NO_CALL.has(kind))) return;
  must(call?.end !== undefined, 'an outcome is a call’s', about);
  must(expectedEnd(call.end) === kind, 'an order ended as its call did', about);
  if (kind !== 'completed') return;
  must(row.result_json === resultOf(call.end), 'the result is the seller’s', about);
  const isObject = row.result_json?.startsWith('{') ?? false;
  const valid = hasSchema ? Number(isObject) : null;
  must(row.output_valid === valid, 'the result was checked', about);
}

/** What a buyer was told is what is stored, or was so a while ago. */
export function checkTold(order: Order, row: Row): void {
  const stored = toOrder(row);
  const about = { told: order, stored };
  must(RANK[order.state] <= RANK[row.state], 'what was told has happened', about);
  must(order.requestJson === stored.requestJson, 'an order keeps its input', about);
  must(order.createdAtMs === stored.createdAtMs, 'an order came once', about);
  if (order.startedAtMs !== null) {
    must(order.startedAtMs === stored.startedAtMs, 'what was told started did so', about);
  }
  if (RANK[order.state] < 2) return;
  must(JSON.stringify(order) === JSON.stringify(stored), 'what was told ended did so', about);
}

/**
 * Nobody gives up a call but its own process, or another when the lease ran out, or, where one
 * process is alone, the next one when that is gone.
 */
export function checkInterrupted(
  row: Row,
  call: ScriptedCall | undefined,
  owner: { alone: boolean; isAlive: boolean; wasHeld: boolean },
): void {
  if (failureOf(row)?.kind !== 'interrupted') return;
  const ranMs = (row.completed_at ?? 0) - (row.started_at ?? 0);
  const about = { row, end: call?.end ?? null, ...owner };
  must(row.started_at !== null, 'only a call is interrupted', about);
  if (call?.end?.kind === 'thrown' || call?.end?.kind === 'interrupted') return;
  const byNext = owner.alone && !owner.isAlive;
  // A claim counts from when it was asked for: one that stood still may be too old at once.
  const tooLate = !call && (ranMs > MAX_CLAIM_AGE_MS || owner.wasHeld);
  const byOthers = ranMs > LEASE_MS && !(owner.alone && owner.isAlive && call);
  must(byNext || tooLate || byOthers, 'a call goes on until its lease is over', about);
}
