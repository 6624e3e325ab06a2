import type { WaitingOrder } from './waiting-queue.ts';
import type { Method, ProviderStatus } from '@mkt/protocol';
import type { ActivationTarget } from './activation.ts';
import type { IdempotencyKey, Replay } from './idempotency-key.ts';
import type { BudgetedOrder, Exceeded } from '../keys/budget.ts';
import type { OrderFilter } from './order-filter.ts';
import type { Order, OrderParties, Settlement } from './order.ts';
import type { PageItems, BoundedPageRequest } from '../market/page.ts';
import type { Reader } from '../market/reader.ts';

export interface NewOrder {
  id: string;
  target: Pick<
    ActivationTarget,
    'listingId' | 'name' | 'sellerId' | 'revision' | 'version' | 'price'
  >;
  buyerId: string;
  buyerPseudonym: string;
  /** The key that places it; null for a session. */
  keyId: string | null;
  requestJson: string;
  /** JSON text of an object of texts; null for none. */
  metadataJson: string | null;
  /** The process that calls the seller immediately; null stores the order as `pending`. */
  leaseOwner: string | null;
  idempotency: IdempotencyKey | null;
  /** How many bytes of inputs and results the buyer's account may store per UTC day. */
  maxStoredBytes: number;
}

export type InsertedOrder =
  | { kind: 'inserted'; order: Order }
  /** Another order has this idempotency key. */
  | ({ kind: 'replayed' } & Replay)
  /**
   * What was checked is no longer true: the listing is not published or not at this version, or the
   * buyer's account is suspended.
   */
  | { kind: 'changed' }
  /** The buyer has reached `maxStoredBytes` for this UTC day. */
  | { kind: 'stored-bytes-exceeded' }
  /** A budget of the key, or of a key above it, does not allow the order. */
  | { kind: 'budget-exceeded'; exceeded: Exceeded };

/** A claimed order with everything that its call needs. */
export interface ClaimedOrder {
  order: Order;
  /** null if the listing no longer exists. */
  call: {
    method: Method;
    endpointPath: string;
    secrets: readonly string[];
    outputSchemaHash: string | null;
    status: ProviderStatus;
  } | null;
}

export interface OrderPageRequest extends BoundedPageRequest {
  /** Without inputs and results, which are not read: both are `null`. */
  isSummary?: boolean;
}

export interface OrderStore {
  /** The part of a listing that an activation needs. */
  target(ref: string): Promise<ActivationTarget | undefined>;
  /** The order that an unexpired idempotency key belongs to. */
  findReplay(buyerId: string, key: string, bodyHash: Uint8Array): Promise<Replay | undefined>;
  insert(order: NewOrder): Promise<InsertedOrder>;
  /** The budget of the key, or of a key above it, that does not allow the order now. */
  exceededBudget(keyId: string, order: BudgetedOrder): Promise<Exceeded | undefined>;
  /** Bytes of inputs and results that the account has stored this UTC day. */
  bytesStoredToday(accountId: string): Promise<number>;
  /** pending → running with a lease; resolves with `undefined` if the order is not pending. */
  claim(id: string, leaseOwner: string): Promise<ClaimedOrder | undefined>;
  /**
   * Compare-and-set on the order's id, its lease owner and `running`; resolves with the row, or with
   * `undefined` if the lease is lost: then another process settled the order.
   */
  settle(order: Order, leaseOwner: string, settlement: Settlement): Promise<Order | undefined>;
  /**
   * Settles running orders whose lease has expired as `interrupted`, except the live calls of this
   * process. With `orphans`, it also settles every running order of other owners: only for the
   * embedded database, where a lock guarantees that no other process runs. `liveIds` is read when
   * the operation runs, because calls may start after it was requested.
   */
  interruptLost(sweep: {
    leaseOwner: string;
    liveIds: Iterable<string>;
    orphans: boolean;
  }): Promise<OrderParties[]>;
  /** Settles every open order as `interrupted`, after a restore. Resolves with their number. */
  interruptOpen(): Promise<number>;
  /** Settles pending orders that have waited too long as `expired`. */
  expireWaiting(): Promise<OrderParties[]>;
  /** Settles the buyer's order as `cancelled` if it is pending; says whether it was. */
  cancel(order: Pick<Order, 'id' | 'buyerId'>): Promise<OrderParties | undefined>;
  /** Pending orders, oldest first. */
  waiting(limit: number): Promise<WaitingOrder[]>;
  find(id: string): Promise<Order | undefined>;
  /** The ids of those orders that have settled. */
  settledAmong(ids: readonly string[]): Promise<string[]>;
  /** Newest first. */
  list(filter: OrderFilter, page: OrderPageRequest, reader: Reader): Promise<PageItems<Order>>;
  /**
   * Deletes settled orders older than `ageMs` by the clock of the database, with their inputs and
   * results. Resolves with their number. `nowMs` only narrows down where to look.
   */
  prune(age: { ageMs: number; nowMs: number }, limit: number): Promise<number>;
  pruneIdempotencyKeys(limit: number): Promise<number>;
  /** Deletes the counters of stored bytes of days before yesterday. Resolves with their number. */
  pruneStoredBytes(limit: number): Promise<number>;
}
