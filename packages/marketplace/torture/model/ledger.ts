import type { Order } from '../../src/orders/order.ts';
import { invariant } from './invariant.ts';
import type { Process } from './process.ts';
import {
  checkChange,
  checkEnd,
  checkInterrupted,
  checkRow,
  checkReturned,
  failureKindOf,
  isSettled,
  MAX_CLAIM_AGE_MS,
  type Row,
} from './row-rules.ts';
import type { ScriptedCall } from './scripted-seller.ts';
import type { ModelListing } from './world.ts';

const DAY_MS = 24 * 3_600_000;

/** An activation and the responses to it. */
export interface Activation {
  /** Part of the order's input. */
  n: number;
  buyerId: string;
  listing: ModelListing;
  idempotencyKey: string | null;
  /** Represents the bytes of the body. */
  bodyText: string;
  process: Process;
  accepted?: { order: Order; replayed: boolean };
  /** The type of the refusal. */
  refused?: string;
  /** After the wait. */
  returned?: Order;
}

export interface Moment {
  nowMs: number;
  /** A restored database was cleared of open orders. */
  restored: boolean;
  /** A process was resumed: an order may have been settled and pruned since the last check. */
  resumed: boolean;
}

/** A buyer whose response waits until the order settles or until a time. */
export interface Wait {
  orderId: string;
  untilMs: number;
  process: Process;
}

/** Everything that was acknowledged, and every check of it. */
export interface Ledger {
  activations: Activation[];
  calls: ScriptedCall[];
  waits: Set<Wait>;
  /** How often each kind of event was checked. */
  coverage: ReadonlyMap<string, number>;
  count(what: string): void;
  /** The last state of every order that ever existed. */
  lastRows: ReadonlyMap<string, Row>;
  /** The order of an unexpired idempotency key. */
  underKey(buyerId: string, idempotencyKey: string, nowMs: number): Row | undefined;
  activationOf(row: Row): Activation;
  /** Records an order that was returned to a buyer. */
  returned(order: Order): void;
  /** Records a call and checks it against the order's row at that time. */
  called(call: ScriptedCall, row: Row | undefined, nowMs: number): void;
  /** Checks the rows of the database against everything recorded. */
  check(rows: readonly Row[], now: Moment): void;
}

export interface LedgerOptions {
  /** The database is used by one process only. */
  exclusive: boolean;
  ownerOf(row: Row): { isAlive: boolean; wasHeld: boolean };
}

export function createLedger({ exclusive, ownerOf }: LedgerOptions): Ledger {
  const activations: Activation[] = [];
  const calls: ScriptedCall[] = [];
  const callOf = new Map<string, ScriptedCall>();
  const lastRows = new Map<string, Row>();
  const pruned = new Set<string>();
  const byKey = new Map<string, Row>();
  const returnedIds = new Set<string>();
  const coverage = new Map<string, number>();
  const count = (what: string) => void coverage.set(what, (coverage.get(what) ?? 0) + 1);
  let unchecked: Order[] = [];

  function activationOf(row: Row): Activation {
    const { n } = JSON.parse(row.request_json ?? '{}') as { n: number };
    const activation = activations[n];
    invariant(activation !== undefined, 'an order comes from an activation', row);
    return activation;
  }

  function underKey(buyerId: string, idempotencyKey: string, nowMs: number): Row | undefined {
    const row = byKey.get(`${buyerId} ${idempotencyKey}`);
    return row && row.created_at + DAY_MS > nowMs ? row : undefined;
  }

  function checkNew(row: Row): void {
    const activation = activationOf(row);
    invariant(activation.refused === undefined, 'a refused activation leaves no order', row);
    invariant(activation.buyerId === row.buyer_id, 'an order belongs to its buyer', row);
    invariant(activation.listing.id === row.listing_id, 'an order belongs to its listing', row);
    const { idempotencyKey: key, buyerId } = activation;
    if (key === null) return;
    count('order with a key');
    const other = underKey(buyerId, key, row.created_at);
    invariant(!other, 'an unexpired key identifies one order', { row, other });
    byKey.set(`${buyerId} ${key}`, row);
  }

  function checkMissing(row: Row, { nowMs, resumed }: Moment): void {
    count('pruned order');
    const isOld = row.created_at < nowMs - DAY_MS;
    invariant((isSettled(row) || resumed) && isOld, 'only old settled orders disappear', row);
    pruned.add(row.id);
  }

  return {
    activations,
    calls,
    waits: new Set(),
    coverage,
    count,
    lastRows,
    underKey,
    activationOf,
    returned(order) {
      returnedIds.add(order.id);
      unchecked.push(order);
    },
    called(call, row, nowMs) {
      const { request } = call;
      invariant(!callOf.has(request.orderId), 'an order is called once', request);
      callOf.set(request.orderId, call);
      calls.push(call);
      count('call');
      invariant(row?.state === 'running', 'a call belongs to a running order', row);
      invariant(row.lease_owner === call.leaseOwner, 'the calling process owns the lease', row);
      const ageMs = nowMs - (row.started_at ?? 0);
      invariant(ageMs <= MAX_CLAIM_AGE_MS, 'a call is made within 5 s of its claim', {
        row,
        ageMs,
      });
      invariant(row.request_json === request.requestJson, 'the input is sent unchanged', row);
      invariant(request.secrets.length > 0, 'a call is signed', row);
    },
    check(rows, now) {
      for (const row of rows) {
        const before = lastRows.get(row.id);
        if (before) checkChange(before, row);
        else checkNew(row);
        lastRows.set(row.id, row);
        if (before?.state === row.state) continue;
        checkRow(row);
        if (!isSettled(row)) continue;
        const call = callOf.get(row.id);
        count(`order settled as ${row.state === 'completed' ? 'completed' : failureKindOf(row)}`);
        checkEnd(row, call, activationOf(row).listing.hasSchema);
        if (!now.restored) {
          checkInterrupted(row, call, { exclusive, ...ownerOf(row) });
        }
      }
      const present = new Set(rows.map(({ id }) => id));
      for (const [id, row] of lastRows) {
        if (!present.has(id) && !pruned.has(id)) checkMissing(row, now);
      }
      for (const id of returnedIds) invariant(lastRows.has(id), 'a returned order is stored', id);
      for (const order of unchecked) {
        const row = lastRows.get(order.id);
        // An order that was settled and pruned between two checks was never seen settled.
        const isKnown = row && (present.has(order.id) || isSettled(row));
        if (isKnown) checkReturned(order, row);
        count('response to a buyer');
      }
      unchecked = [];
    },
  };
}
