import { ordersOnlyOf, type Caller } from '../market/caller.ts';
import type { EventFeed } from '../events/event.ts';
import type { OrderEvents } from '../events/order-events.ts';
import type { OrderStore } from './order-store.ts';
import type { Order } from './order.ts';
import type { Outcomes } from '../market/outcomes.ts';
import { Refusal } from '../market/refusal.ts';
import type { OrderRunner } from './order-runner.ts';
import { findOwnOrder, type FindOwnOrderDeps } from './read.ts';

export interface CancelOrderDeps extends FindOwnOrderDeps {
  orders: Pick<OrderStore, 'cancel' | 'find'>;
  runner: Pick<OrderRunner, 'drop'>;
  events: Pick<OrderEvents, 'settled'>;
  feed: Pick<EventFeed, 'orderUpdated'>;
  outcomes: Pick<Outcomes, 'orders'>;
}

/**
 * Cancels an order that is waiting for its call (docs/orders.md#cancelling). Another process that
 * has queued it finds it settled when its turn comes.
 */
export async function cancelOrder(
  deps: CancelOrderDeps,
  caller: Caller,
  id: string,
): Promise<Order> {
  const { orders, runner, events, feed, outcomes } = deps;
  // An order that the caller may not read looks as if it did not exist.
  if (ordersOnlyOf(caller) !== null) await findOwnOrder(deps, caller, id);
  const cancelled = await orders.cancel({ id, buyerId: caller.accountId });
  if (cancelled) {
    outcomes.orders.add('cancelled');
    runner.drop([id]);
    events.settled(id);
    feed.orderUpdated(cancelled);
  }
  const order = await findOwnOrder(deps, caller, id);
  if (order.failure?.kind === 'cancelled') return order;
  switch (order.state) {
    // It was stored or claimed since the attempt to cancel it.
    case 'pending':
    case 'running':
      throw new Refusal(
        'order_running',
        'The call of this order has started, so it cannot be cancelled.',
      );
    case 'completed':
    case 'failed':
      throw new Refusal(
        'order_settled',
        `This order is ${order.state}, so it cannot be cancelled.`,
      );
  }
}
