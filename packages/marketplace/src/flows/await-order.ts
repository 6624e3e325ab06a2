import type { OrderEvents } from '../domain/order-events.ts';
import { Waiter, type Leaving } from '../concurrency/disconnect.ts';
import { isSettled, type Order } from '../domain/order.ts';
import type { OrderStore } from '../domain/order-store.ts';

export interface AwaitOrderDeps {
  orders: Pick<OrderStore, 'find'>;
  events: Pick<OrderEvents, 'wait'>;
  /** Calls of this process that are not settled yet: their events are still to come. */
  live: ReadonlySet<string>;
}

/**
 * The order once it has settled, or as it is when `waitMs` are over. What is answered is always
 * the stored row.
 */
export async function awaitOrder(
  { orders, events, live }: AwaitOrderDeps,
  order: Order,
  waitMs: number,
  leaving?: Leaving,
): Promise<Order> {
  if (isSettled(order) || waitMs <= 0) return order;
  // Its event is still to come: there is nothing to look for.
  if (live.has(order.id)) {
    return (await events.wait(order.id, waitMs, leaving)) ?? (await orders.find(order.id)) ?? order;
  }
  const waiter = new Waiter();
  leaving?.onGone(() => waiter.leave());
  if (leaving?.gone) waiter.leave();
  // Listen first, then look: an order that settles between is not missed.
  const waiting = events.wait(order.id, waitMs, waiter);
  const now = await orders.find(order.id);
  if (now && isSettled(now)) {
    waiter.leave();
    return now;
  }
  return (await waiting) ?? (await orders.find(order.id)) ?? order;
}
