import type { Order } from './order.ts';

/** A position in the log of settled orders: directly after this order. */
export interface SettledPosition {
  number: number;
  orderId: string;
}

/**
 * A settled order without its input and its result, which may be large, and without the listing’s
 * name: `OrderStore.find` reads them.
 */
export type LoggedOrder = Omit<Order, 'requestJson' | 'resultJson' | 'listing'>;

export interface LoggedOrders {
  /** At least one, in the order of the log. */
  orders: LoggedOrder[];
  /** The position after the last of them. */
  position: SettledPosition;
}

/**
 * A log of every settled order, whatever settled it. It is append-only: no order ever appears
 * before one that was already read (docs/adr/0009-settled-orders-are-a-log.md). An order is in the
 * log from the commit that settles it until retention deletes it.
 */
export interface SettledLog {
  /**
   * The orders that follow a position, or the first ones; `undefined` if there are none. Rejects
   * with the refusal `overloaded` as lists do.
   */
  read(after: SettledPosition | undefined, limit: number): Promise<LoggedOrders | undefined>;
  /** The position that this follower has reached; `undefined` before its first order. */
  position(follower: string): Promise<SettledPosition | undefined>;
  /** Compare-and-set: resolves with false if the follower is no longer at `from`. */
  advance(
    follower: string,
    from: SettledPosition | undefined,
    to: SettledPosition,
  ): Promise<boolean>;
}
