import type { EventFeed } from '../events/event.ts';
import type { OrderEvents } from '../events/order-events.ts';
import type { OrderStore } from './order-store.ts';
import type { Outcomes } from '../market/outcomes.ts';
import type { OrderRunner } from './order-runner.ts';

const MAX_QUEUED = 10_000;

export interface SweepDeps {
  orders: Pick<OrderStore, 'interruptLost' | 'expireWaiting' | 'waiting' | 'settledAmong'>;
  runner: Pick<OrderRunner, 'leaseOwner' | 'live' | 'enqueue' | 'drop' | 'queued' | 'dispatch'>;
  events: Pick<OrderEvents, 'settled'>;
  feed: Pick<EventFeed, 'orderUpdated'>;
  outcomes: Pick<Outcomes, 'orders'>;
  /** Whether a lock guarantees that no other process uses this database. */
  exclusive: boolean;
}

/**
 * Cleans up after lost processes and notifications (docs/orders.md#guarantees): settles calls whose
 * lease has expired as interrupted, expires orders that waited too long, and queues waiting orders
 * that no process has queued.
 */
export async function sweep(deps: SweepDeps): Promise<void> {
  const { orders, runner, outcomes } = deps;
  const lost = await orders.interruptLost({
    leaseOwner: runner.leaseOwner,
    liveIds: { [Symbol.iterator]: () => runner.live.keys() },
    orphans: deps.exclusive,
  });
  outcomes.orders.add('interrupted', lost.length);
  const expired = await orders.expireWaiting();
  outcomes.orders.add('expired', expired.length);
  runner.drop(expired.map(({ id }) => id));
  for (const order of [...lost, ...expired]) {
    deps.events.settled(order.id);
    deps.feed.orderUpdated(order);
  }
  await reconcileQueue(deps);
  runner.dispatch();
}

/**
 * Makes the queue match the rows: queues waiting orders that are missing, and removes those that
 * another process claimed or settled, so that they no longer count against any limit.
 */
async function reconcileQueue({ orders, runner, events }: SweepDeps): Promise<void> {
  // Read before the rows: an order queued in between is not among them.
  const queued = runner.queued();
  const waiting = await orders.waiting(MAX_QUEUED);
  for (const order of waiting) runner.enqueue(order);
  if (waiting.length === MAX_QUEUED || queued.length === 0) return;
  const stillWaiting = new Set(waiting.map(({ id }) => id));
  const missing = queued.filter((id) => !stillWaiting.has(id));
  if (missing.length === 0) return;
  runner.drop(missing);
  for (const id of await orders.settledAmong(missing)) events.settled(id);
}
