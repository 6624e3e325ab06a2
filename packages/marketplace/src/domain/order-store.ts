import type { WaitingOrder } from '../concurrency/waiting-queue.ts';
import type { Method, OrderState, ProviderStatus } from '@mkt/protocol';
import type { ActivationTarget } from './activation.ts';
import type { IdempotencyKey, Replay } from './idempotency-key.ts';
import type { Order, Settlement } from './order.ts';
import type { Stretch, WeighedPage } from './page.ts';
import type { Reader } from './reader.ts';

export interface OrderFilter {
  buyerId?: string;
  /** Calls of this listing, whoever bought them. */
  sellerListingId?: string;
  listingRef?: string | undefined;
  state?: OrderState | undefined;
  /** Inclusive. */
  createdAfterMs?: number | undefined;
  /** Exclusive. */
  createdBeforeMs?: number | undefined;
}

export interface NewOrder {
  id: string;
  target: Pick<ActivationTarget, 'listingId' | 'sellerId' | 'revision' | 'version' | 'price'>;
  buyerId: string;
  buyerPseudonym: string;
  requestJson: string;
  /** Of the process that runs it at once; without one the order is `pending`. */
  leaseOwner: string | null;
  idempotency: IdempotencyKey | null;
  /** What the buyer's account may store in a UTC day, inputs and results together. */
  maxStoredBytes: number;
}

export type InsertedOrder =
  | { kind: 'inserted'; order: Order }
  /** Another order holds the idempotency key. */
  | ({ kind: 'replayed' } & Replay)
  /**
   * The listing is not published any more or not at the target's version, or the buyer's account is
   * suspended: what was checked is not what would be stored.
   */
  | { kind: 'changed' }
  /** The buyer's account has stored its share of bytes for this UTC day. */
  | { kind: 'no-bytes-left' };

/** Everything that a claimed order needs to be called. */
export interface ClaimedOrder {
  order: Order;
  /** null when the listing is gone. */
  call: {
    method: Method;
    endpointPath: string;
    secrets: readonly string[];
    outputSchemaHash: string | null;
    status: ProviderStatus;
  } | null;
}

export interface OrderStore {
  /** A listing as an activation sees it. */
  target(ref: string): Promise<ActivationTarget | undefined>;
  /** The order that a live idempotency key stands for. */
  findReplay(buyerId: string, key: string, bodyHash: Uint8Array): Promise<Replay | undefined>;
  insert(order: NewOrder): Promise<InsertedOrder>;
  /** Bytes of inputs and results that an account has stored in the present UTC day. */
  storedToday(accountId: string): Promise<number>;
  /** pending → running with a lease; `undefined` when it is not pending any more. */
  claim(id: string, leaseOwner: string): Promise<ClaimedOrder | undefined>;
  /** Compare-and-set on the claimed order's id, its owner and `running`; resolves with the row as it is then. */
  settle(order: Order, leaseOwner: string, settlement: Settlement): Promise<Order | undefined>;
  /**
   * Ends running orders whose lease ran out as `interrupted`, but for the live calls of the asking
   * process. With `orphans`, every running order of another owner ends: for the embedded
   * database, where a lock tells that nobody else runs. Which calls are live is read when the
   * operation runs: some may have begun since it was asked for.
   */
  interruptLost(sweep: {
    leaseOwner: string;
    liveIds: Iterable<string>;
    orphans: boolean;
  }): Promise<string[]>;
  /** Ends every order that is not settled as `interrupted`: after a restore. Resolves with their number. */
  interruptOpen(): Promise<number>;
  /** Ends pending orders that waited too long as `expired`. */
  expireWaiting(): Promise<string[]>;
  /** Pending orders, oldest first. */
  waiting(limit: number): Promise<WaitingOrder[]>;
  find(id: string): Promise<Order | undefined>;
  /** Those of the orders that have settled. */
  settledAmong(ids: readonly string[]): Promise<string[]>;
  /** Newest first. */
  list(filter: OrderFilter, page: WeighedPage, reader: Reader): Promise<Stretch<Order>>;
  /**
   * Deletes settled orders of that age by the database's clock, with bodies and results; answers
   * how many. `nowMs` tells only where to look for them.
   */
  prune(age: { ageMs: number; nowMs: number }, limit: number): Promise<number>;
  pruneIdempotencyKeys(limit: number): Promise<number>;
  /** Drops what accounts stored on days before yesterday; answers how many rows. */
  pruneStoredBytes(limit: number): Promise<number>;
}
