import { isSettled } from '@mkt/protocol';
import type { OrderEvents } from '../events/order-events.ts';
import { DisconnectSource, type Disconnect } from '../structures/disconnect.ts';
import type { Order } from './order.ts';
import type { OrderStore } from './order-store.ts';
import type { OrderRunner } from './order-runner.ts';

export interface AwaitOrderDeps {
  orders: Pick<OrderStore, 'find'>;
  events: Pick<OrderEvents, 'wait'>;
  runner: Pick<OrderRunner, 'live'>;
}

/**
 * Resolves with the order once it has settled, or as it is after `waitMs`; always as it is stored.
 */
export async function awaitOrder(
  { orders, events, runner }: AwaitOrderDeps,
  order: Order,
  waitMs: number,
  disconnect?: Disconnect,
): Promise<Order> {
  if (isSettled(order.state) || waitMs <= 0) return order;
  // The order runs in this process and its event is still to come, so there is no need to read it
  // first.
  if (runner.live.has(order.id)) {
    return (
      (await events.wait(order.id, waitMs, disconnect)) ?? (await orders.find(order.id)) ?? order
    );
  }
  const stop = new DisconnectSource();
  disconnect?.subscribe(() => stop.trigger());
  if (disconnect?.happened) stop.trigger();
  // Subscribes before reading, so that an order that settles in between is not missed.
  const waiting = events.wait(order.id, waitMs, stop);
  const now = await orders.find(order.id);
  if (now && isSettled(now.state)) {
    stop.trigger();
    return now;
  }
  return (await waiting) ?? (await orders.find(order.id)) ?? order;
}
