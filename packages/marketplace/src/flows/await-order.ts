import type { OrderEvents } from '../domain/order-events.ts';
import { isSettled, type Order } from '../domain/order.ts';
import type { OrderStore } from '../domain/store.ts';

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
  signal?: AbortSignal,
): Promise<Order> {
  if (isSettled(order) || waitMs <= 0) return order;
  // Nothing to look for, and so no signal to combine: that one keeps 6 KB until a full collection.
  if (live.has(order.id)) {
    return (await events.wait(order.id, waitMs, signal)) ?? (await orders.find(order.id)) ?? order;
  }
  const settled = new AbortController();
  const stop = signal ? AbortSignal.any([signal, settled.signal]) : settled.signal;
  // Listen first, then look: an order that settles between is not missed.
  const waiting = events.wait(order.id, waitMs, stop);
  const now = await orders.find(order.id);
  if (now && isSettled(now)) {
    settled.abort();
    return now;
  }
  return (await waiting) ?? (await orders.find(order.id)) ?? order;
}
