// Events: tells open streams which records of an account have changed, and waiting requests which orders
// have settled, across processes. Nothing depends on an event: a reader that missed one reads the records
// again.

import type { EventType, KeyScope, Scope } from '@mkt/protocol';
import type { Listing } from '../listings/listing.ts';
import type { Order, OrderParties } from '../orders/order.ts';
import type { WaitingOrder } from '../orders/runner.ts';
import type { Disconnect } from '../structures/async.ts';

/** What can change; a `resync` instead says that changes may be missing. */
export type ChangeType = Exclude<EventType, 'resync'>;

/** An order or a listing was created or changed. */
export interface Change {
  type: ChangeType;
  id: string;
}

/** Changes in the order in which they happened; `resync` if some may be missing. */
export type EventBatch = readonly Change[] | 'resync';

/** The scopes that read the record of a change; any one of them is enough to learn of it. */
const READ_SCOPES: Readonly<Record<ChangeType, readonly Scope[]>> = {
  'order.updated': ['order:read'],
  'sale.updated': ['provider:read'],
  'listing.updated': ['listing:read', 'provider:read'],
};

const sets = new Map<string, ReadonlySet<ChangeType>>();

/** The changes that a caller with these scopes may learn of; equal results are the same object. */
export function changeTypesOf(scopes: readonly KeyScope[]): ReadonlySet<ChangeType> {
  const all = Object.keys(READ_SCOPES) as ChangeType[];
  const types = all.filter((type) => READ_SCOPES[type].some((scope) => scopes.includes(scope)));
  const name = types.join(' ');
  const set = sets.get(name) ?? new Set(types);
  sets.set(name, set);
  return set;
}

/**
 * Tells accounts what happens to their orders and listings, whichever process changes them
 * (docs/buy/webhooks.md#event-streams). Call it after the commit. While no one has subscribed, it costs
 * one comparison.
 */
export interface EventFeed {
  /** The order was created, started or settled. */
  orderUpdated(order: OrderParties): void;
  listingUpdated(listing: Pick<Listing, 'id' | 'accountId'>): void;
  /** Tells `receive` what happens to the account, until the returned function is called. */
  subscribe(accountId: string, receive: (batch: EventBatch) => void): () => void;
  /** Tells every subscriber of this process that changes may be missing. */
  resync(): void;
  /** Whether changes made by other processes arrive here now. */
  isComplete(): boolean;
}

/** Notifications about orders, within this process and across processes. */
export interface OrderEvents {
  /** Pass the stored row if it is at hand: long polls then need not read it. */
  settled(orderId: string, row?: Order): void;
  /**
   * Resolves when the order settles (with its row, if that is known), after `ms`, or when the
   * caller disconnects, without saying which.
   */
  wait(orderId: string, ms: number, disconnect?: Disconnect): Promise<Order | undefined>;
  /**
   * Announces an order that waits because this process has no free slot for its call; another
   * process may have one.
   */
  announceWaiting(order: WaitingOrder): void;
  /** Ends every wait, and every later one immediately: this process settles no more orders. */
  end(): void;
}

/**
 * Items that wait to be delivered, each at most once, in the order in which they were added. If more
 * than `max` would wait, all are dropped, and the recipient learns only that it missed some.
 */
export function createOutbox<Item>(max: number) {
  let items = new Map<string, Item>();
  let isOverflowing = false;

  function overflow(): void {
    items = new Map();
    isOverflowing = true;
  }

  return {
    isEmpty: () => items.size === 0 && !isOverflowing,
    /** Does nothing if an item with this name waits already. */
    add(name: string, item: Item): void {
      if (isOverflowing || items.has(name)) return;
      if (items.size >= max) overflow();
      else items.set(name, item);
    },
    /** Drops what waits: the recipient has to learn that it missed something. */
    overflow,
    /** Empties it. */
    take(): readonly Item[] | 'overflow' {
      const taken = isOverflowing ? ('overflow' as const) : [...items.values()];
      if (items.size > 0) items = new Map();
      isOverflowing = false;
      return taken;
    },
  };
}

export type Outbox<Item> = ReturnType<typeof createOutbox<Item>>;
