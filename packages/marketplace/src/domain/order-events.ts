import type { Disconnect } from '../concurrency/disconnect.ts';
import type { Order } from './order.ts';
import type { WaitingOrder } from '../concurrency/waiting-queue.ts';

/** What becomes of orders, told to whom it concerns, in this process or in another one. */
export interface OrderEvents {
  /** The row as it was stored spares those who wait a look at the database. */
  settled(orderId: string, row?: Order): void;
  /**
   * Resolves when the order settles, with its row where that is known, after `ms`, or when the
   * caller disconnects. It does not say which.
   */
  wait(orderId: string, ms: number, disconnect?: Disconnect): Promise<Order | undefined>;
  /** An order has no place for its call in this process: another one may have it. */
  waits(order: WaitingOrder): void;
  /** Nothing will settle here any more: whoever waits, or would, goes on. */
  end(): void;
}
