import type { Disconnect } from '../structures/disconnect.ts';
import type { Order } from '../orders/order.ts';
import type { WaitingOrder } from '../orders/waiting-queue.ts';

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
