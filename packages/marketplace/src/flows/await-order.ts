import { isSettled } from '@mkt/protocol';
import type { OrderEvents } from '../domain/order-events.ts';
import { DisconnectSource, type Disconnect } from '../concurrency/disconnect.ts';
import type { Order } from '../domain/order.ts';
import type { OrderStore } from '../domain/order-store.ts';
import type { OrderRunner } from './order-runner.ts';

export interface AwaitOrderDeps {
  orders: Pick<OrderStore, 'find'>;
  events: Pick<OrderEvents, 'wait'>;
  runner: Pick<OrderRunner, 'live'>;
}

/**
 * The order once it has settled, or as it is when `waitMs` are over. It is always
 * the stored row.
 */
export async function awaitOrder(
  { orders, events, runner }: AwaitOrderDeps,
  order: Order,
  waitMs: number,
  disconnect?: Disconnect,
): Promise<Order> {
  if (isSettled(order.state) || waitMs <= 0) return order;
  // Its event is still to come: there is nothing to look for.
  if (runner.live.has(order.id)) {
    return (
      (await events.wait(order.id, waitMs, disconnect)) ?? (await orders.find(order.id)) ?? order
    );
  }
  const stop = new DisconnectSource();
  disconnect?.subscribe(() => stop.trigger());
  if (disconnect?.happened) stop.trigger();
  // Listen first, then look: an order that settles between is not missed.
  const waiting = events.wait(order.id, waitMs, stop);
  const now = await orders.find(order.id);
  if (now && isSettled(now.state)) {
    stop.trigger();
    return now;
  }
  return (await waiting) ?? (await orders.find(order.id)) ?? order;
}
