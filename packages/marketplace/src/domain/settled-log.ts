import type { Order } from './order.ts';

/** A place in the log of settled orders, just behind an order. */
export interface SettledPosition {
  number: number;
  orderId: string;
}

export interface LoggedOrders {
  /** Not empty, in the order of the log. */
  orders: Order[];
  /** Behind the last of them. */
  position: SettledPosition;
}

/**
 * Every settled order, however it settled, in an order in which none is ever inserted before one that
 * was read (docs/adr/0009-settled-orders-are-a-log.md). An order is in the log from the commit that
 * settles it until retention deletes it.
 */
export interface SettledLog {
  /** The next orders after a position, or from the beginning; `undefined` when there are none. */
  read(after: SettledPosition | undefined, limit: number): Promise<LoggedOrders | undefined>;
  /** How far the follower of this name has read; `undefined` before its first order. */
  position(follower: string): Promise<SettledPosition | undefined>;
  /** Compare-and-set: false when the follower is not at `from` any more. */
  advance(
    follower: string,
    from: SettledPosition | undefined,
    to: SettledPosition,
  ): Promise<boolean>;
}
