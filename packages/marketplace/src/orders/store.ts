import type { Engine } from '../database/engine.ts';
import type { Sealing } from '../database/sealing.ts';
import type { BudgetedOrder, Exceeded } from '../keys/budget.ts';
import { findExceeded } from '../keys/sql-budget.ts';
import { OPERATOR, type Reader } from '../market/caller.ts';
import { canonicalRef } from '../market/ids.ts';
import type { PageItems } from '../market/page.ts';
import { type ActivationTarget, callOf } from './activation.ts';
import type {
  ClaimedOrder,
  InsertedOrder,
  NewOrder,
  Order,
  OrderDetail,
  OrderFilter,
  OrderPageRequest,
  OrderParties,
  Replay,
  SettledWithoutCall,
  Settlement,
} from './order.ts';
import type { WaitingOrder } from './runner.ts';
import {
  findReplays,
  findTargets,
  insertBudgetedOrder,
  insertOrder,
  listingSchemas,
  pruneIdempotencyKeys,
  type SealedTarget,
} from './sql-place.ts';
import {
  addChunk,
  endEntries,
  type EntryChunk,
  nextEntries,
  type NextEntries,
} from './sql-entries.ts';
import { listOrders } from './sql-lists.ts';
import {
  cancelOrder,
  claimOrder,
  expireWaitingOrders,
  interruptLostOrders,
  interruptOpenOrders,
  oldestWaitingMs,
  restartOpenOrders,
  settleOrder,
  waitingOrders,
} from './sql-settle.ts';
import {
  addStoredBytes,
  bytesStoredToday,
  type CountedBytes,
  nextStoredBytes,
  pruneStoredBytes,
} from './sql-stored-bytes.ts';
import { findOrder, findOrderDetail, pruneOrders, settledAmong } from './sql.ts';

export function orderStore({ read, list, write, writeOnce, batch }: Engine, sealing: Sealing) {
  function opened(target: SealedTarget): ActivationTarget {
    if (!target.opened) {
      const { sealedSecrets, previousExpiresAtMs: _, ...rest } = target;
      const secrets = sealedSecrets.map((sealed) => sealing.open(sealed, target.listingId));
      target.opened = { ...rest, secrets };
    }
    return target.opened;
  }

  async function insertOrReplay(order: NewOrder): Promise<InsertedOrder> {
    for (;;) {
      let placed = await batch(insertOrder, order);
      if (placed === 'budgeted') placed = await batch(insertBudgetedOrder, order);
      if (typeof placed === 'object') {
        return 'exceeded' in placed
          ? { kind: 'budget-exceeded', ...placed }
          : { kind: 'inserted', order: placed };
      }
      if (placed === 'budgeted')
        throw new Error(`Order ${order.id} was not judged by its budgets.`);
      if (placed !== 'replayed') return { kind: placed };
      const { buyerId, idempotency } = order;
      if (!idempotency) throw new Error(`Order ${order.id} was not stored.`);
      const replay = await batch(findReplays, { buyerId, ...idempotency });
      if (replay) return { kind: 'replayed', ...replay };
      // The idempotency key expired between the two statements: the next attempt can take it.
    }
  }
  return {
    /** The part of a listing that an activation needs. */
    async target(ref: string): Promise<ActivationTarget | undefined> {
      const target = await batch(findTargets, canonicalRef(ref));
      return target && opened(target);
    },
    /** The text of the schemas of its current revision. */
    schemas: (
      listingId: string,
    ): Promise<{ input: string | null; output: string | null } | undefined> =>
      read(listingSchemas, listingId),
    /** The order that an unexpired idempotency key belongs to. */
    findReplay: (buyerId: string, key: string, bodyHash: Uint8Array): Promise<Replay | undefined> =>
      batch(findReplays, { buyerId, key, bodyHash }),
    insert: insertOrReplay,
    /** pending → running with a lease; resolves with `undefined` if the order is not pending. */
    async claim(id: string, leaseOwner: string): Promise<ClaimedOrder | undefined> {
      const claim = await write(claimOrder, { id, leaseOwner });
      if (!claim) return undefined;
      const { order, target } = claim;
      return { order, call: target ? callOf(opened(target)) : null };
    },
    /**
     * Compare-and-set on the order's id, its lease owner and `running`; resolves with the row, or with
     * `undefined` if the lease is lost: then another process settled the order.
     */
    settle: (
      order: Order,
      leaseOwner: string,
      settlement: Settlement,
    ): Promise<Order | undefined> => batch(settleOrder, { order, leaseOwner, settlement }),
    /**
     * Settles running orders whose lease has expired as `interrupted`, except the live calls of this
     * process. With `orphans`, it also settles every running order of other owners: only for the
     * embedded database, where a lock guarantees that no other process runs. `liveIds` is read when
     * the operation runs, because calls may start after it was requested. `byMs` is the latest time that
     * the clock can show, unless it was set.
     */
    interruptLost: ({
      byMs = Number.MAX_SAFE_INTEGER,
      ...sweep
    }: {
      leaseOwner: string;
      liveIds: Iterable<string>;
      orphans: boolean;
      byMs?: number;
    }): Promise<SettledWithoutCall[]> => writeOnce(interruptLostOrders, { ...sweep, byMs }),
    /** Settles every open order as `interrupted`, after a restore. Resolves with their number. */
    interruptOpen: (): Promise<number> => writeOnce(interruptOpenOrders, undefined),
    /** Settles the buyer's order as `cancelled` if it is pending; says whether it was. */
    cancel: (order: Pick<Order, 'id' | 'buyerId'>): Promise<OrderParties | undefined> =>
      writeOnce(cancelOrder, order),
    /** Settles pending orders that have waited too long as `expired`; `byMs` as above. */
    expireWaiting: (byMs: number = Number.MAX_SAFE_INTEGER): Promise<SettledWithoutCall[]> =>
      writeOnce(expireWaitingOrders, byMs),
    /** After the clock was set: gives every open order its full time again. */
    async restartWaits(): Promise<void> {
      await writeOnce(restartOpenOrders, undefined);
    },
    /** Pending orders, oldest first. */
    waiting: (limit: number): Promise<WaitingOrder[]> => read(waitingOrders, limit),
    find: (id: string): Promise<Order | undefined> => read(findOrder, id),
    /** An order with the details that only the operator sees. */
    detail: (id: string): Promise<OrderDetail | undefined> => read(findOrderDetail, id),
    /** How long the oldest waiting order has waited; 0 if none waits. */
    oldestWaitingMs: (): Promise<number> => read(oldestWaitingMs, undefined),
    /** The ids of those orders that have settled. */
    settledAmong: (ids: readonly string[]): Promise<string[]> => read(settledAmong, ids),
    /** Newest first. */
    list: (
      filter: OrderFilter,
      page: OrderPageRequest,
      reader: Reader,
    ): Promise<PageItems<Order>> => list(listOrders, { filter, page }, reader),
    /**
     * Deletes settled orders older than `ageMs` by the clock of the database, with their inputs and
     * results. Resolves with their number. `nowMs` only narrows down where to look.
     */
    prune: (age: { ageMs: number; nowMs: number }, limit: number): Promise<number> =>
      writeOnce(pruneOrders, { ...age, limit }),
    pruneIdempotencyKeys: (limit: number): Promise<number> =>
      writeOnce(pruneIdempotencyKeys, limit),
    /** The budget of the key, or of a key above it, that does not allow the order now. */
    exceededBudget: (keyId: string, order: BudgetedOrder): Promise<Exceeded | undefined> =>
      read(findExceeded, { keyId, order }),
    /** Bytes of inputs and results that the account has stored this UTC day. */
    bytesStoredToday: (accountId: string): Promise<number> => read(bytesStoredToday, accountId),
    /** The next settled orders without entries in lists, unless they are fewer than that. */
    nextEntries: (atLeast?: number): Promise<NextEntries | undefined> =>
      list(nextEntries, atLeast, OPERATOR),
    addChunk: (chunk: EntryChunk): Promise<number> => writeOnce(addChunk, chunk),
    /** Once every chunk is added; false if another process does it. */
    endEntries: (next: NextEntries): Promise<boolean> => write(endEntries, next),
    /** The next orders whose bytes are to be counted, unless they are fewer than that. */
    nextStoredBytes: (atLeast?: number): Promise<CountedBytes | undefined> =>
      list(nextStoredBytes, atLeast, OPERATOR),
    /** Counts them; false if they are counted. */
    addStoredBytes: (counted: CountedBytes): Promise<boolean> => write(addStoredBytes, counted),
    /** Deletes the counters of stored bytes of days before yesterday. Resolves with their number. */
    pruneStoredBytes: (limit: number): Promise<number> => writeOnce(pruneStoredBytes, limit),
  };
}

export type OrderStore = ReturnType<typeof orderStore>;
