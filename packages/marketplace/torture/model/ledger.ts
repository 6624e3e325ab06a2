import type { Order } from '../../src/domain/order.ts';
import { must } from './broken.ts';
import type { Process } from './process.ts';
import {
  checkChange,
  checkEnd,
  checkInterrupted,
  checkRow,
  checkTold,
  failureKindOf,
  isTerminal,
  MAX_CLAIM_AGE_MS,
  type Row,
} from './row-rules.ts';
import type { ScriptedCall } from './scripted-seller.ts';
import type { Shelf } from './world.ts';

const DAY_MS = 24 * 3_600_000;

/** An activation, and what its buyer was told. */
export interface Activation {
  /** Stands in the order's input. */
  n: number;
  buyerId: string;
  shelf: Shelf;
  idempotencyKey: string | null;
  /** Stands for the bytes of the body. */
  bodyText: string;
  process: Process;
  accepted?: { order: Order; replayed: boolean };
  /** The type of the refusal. */
  refused?: string;
  /** After the wait. */
  answered?: Order;
}

export interface Moment {
  nowMs: number;
  /** A restored database was cleared of what was open. */
  restored: boolean;
  /** A process went on where it stood: an order may have ended and been dropped since the last look. */
  wentOn: boolean;
}

/** A buyer whose answer is held until the order has ended, or until a time. */
export interface Wait {
  orderId: string;
  untilMs: number;
  process: Process;
}

/** Everything that was promised, and everything that was seen of its keeping. */
export interface Ledger {
  activations: Activation[];
  calls: ScriptedCall[];
  waits: Set<Wait>;
  /** How often each kind of thing was there to be looked at. */
  looked: ReadonlyMap<string, number>;
  saw(what: string): void;
  /** Every order that was ever there, as it was last. */
  seen: ReadonlyMap<string, Row>;
  /** The order that a key stands for, if it does. */
  underKey(buyerId: string, idempotencyKey: string, nowMs: number): Row | undefined;
  activationOf(row: Row): Activation;
  /** What a buyer was told of an order, by an activation or a read. */
  told(order: Order): void;
  /** A call leaves; `row` is its order's then. */
  called(call: ScriptedCall, row: Row | undefined, nowMs: number): void;
  /** Compares the database with what is known of it. */
  look(rows: readonly Row[], now: Moment): void;
}

export interface LedgerOptions {
  /** The database is one process's alone. */
  alone: boolean;
  ownerOf(row: Row): { isAlive: boolean; wasHeld: boolean };
}

export function createLedger({ alone, ownerOf }: LedgerOptions): Ledger {
  const activations: Activation[] = [];
  const calls: ScriptedCall[] = [];
  const callOf = new Map<string, ScriptedCall>();
  const seen = new Map<string, Row>();
  const gone = new Set<string>();
  const byKey = new Map<string, Row>();
  const toldOf = new Set<string>();
  const looked = new Map<string, number>();
  const saw = (what: string) => void looked.set(what, (looked.get(what) ?? 0) + 1);
  let told: Order[] = [];

  function activationOf(row: Row): Activation {
    const { n } = JSON.parse(row.request_json ?? '{}') as { n: number };
    const activation = activations[n];
    must(activation !== undefined, 'an order was asked for', row);
    return activation;
  }

  function underKey(buyerId: string, idempotencyKey: string, nowMs: number): Row | undefined {
    const row = byKey.get(`${buyerId} ${idempotencyKey}`);
    return row && row.created_at + DAY_MS > nowMs ? row : undefined;
  }

  function checkNew(row: Row): void {
    const activation = activationOf(row);
    must(activation.refused === undefined, 'what was refused left no order', row);
    must(activation.buyerId === row.buyer_id, 'an order is its buyer’s', row);
    must(activation.shelf.id === row.listing_id, 'an order is of its listing', row);
    const { idempotencyKey: key, buyerId } = activation;
    if (key === null) return;
    saw('order with a key');
    const other = underKey(buyerId, key, row.created_at);
    must(!other, 'a key stands for one order while it lives', { row, other });
    byKey.set(`${buyerId} ${key}`, row);
  }

  function checkGone(row: Row, { nowMs, wentOn }: Moment): void {
    saw('order that was pruned');
    const isOld = row.created_at < nowMs - DAY_MS;
    must((isTerminal(row) || wentOn) && isOld, 'an order is lost', row);
    gone.add(row.id);
  }

  return {
    activations,
    calls,
    waits: new Set(),
    looked,
    saw,
    seen,
    underKey,
    activationOf,
    told(order) {
      toldOf.add(order.id);
      told.push(order);
    },
    called(call, row, nowMs) {
      const { request } = call;
      must(!callOf.has(request.orderId), 'a seller is called once for an order', request);
      callOf.set(request.orderId, call);
      calls.push(call);
      saw('call');
      must(row?.state === 'running', 'a call is of an order that runs', row);
      must(row.lease_owner === call.leaseOwner, 'who calls has the lease', row);
      const ageMs = nowMs - (row.started_at ?? 0);
      must(ageMs <= MAX_CLAIM_AGE_MS, 'a call is made within 5 s of its claim', { row, ageMs });
      must(row.request_json === request.requestJson, 'the input is sent as it is', row);
      must(request.secrets.length > 0, 'a call is signed', row);
    },
    look(rows, now) {
      for (const row of rows) {
        const before = seen.get(row.id);
        if (before) checkChange(before, row);
        else checkNew(row);
        seen.set(row.id, row);
        if (before?.state === row.state) continue;
        checkRow(row);
        if (!isTerminal(row)) continue;
        const call = callOf.get(row.id);
        saw(`order that ended ${row.state === 'completed' ? 'completed' : failureKindOf(row)}`);
        checkEnd(row, call, activationOf(row).shelf.hasSchema);
        if (!now.restored) {
          checkInterrupted(row, call, { alone, ...ownerOf(row) });
        }
      }
      const present = new Set(rows.map(({ id }) => id));
      for (const [id, row] of seen) {
        if (!present.has(id) && !gone.has(id)) checkGone(row, now);
      }
      for (const id of toldOf) must(seen.has(id), 'an order that was told of is stored', id);
      for (const order of told) {
        const row = seen.get(order.id);
        // One that ended and was dropped at once was never seen as it ended.
        const isKnown = row && (present.has(order.id) || isTerminal(row));
        if (isKnown) checkTold(order, row);
        saw('answer to a buyer');
      }
      told = [];
    },
  };
}
