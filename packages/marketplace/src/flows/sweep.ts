import type { OrderEvents } from '../domain/order-events.ts';
import type { OrderStore } from '../domain/order-store.ts';
import type { OrderRunner } from './order-runner.ts';

const MAX_WOKEN = 10_000;

export interface SweepDeps {
  orders: Pick<OrderStore, 'interruptLost' | 'expireWaiting' | 'waiting' | 'settledAmong'>;
  runner: Pick<OrderRunner, 'leaseOwner' | 'live' | 'enqueue' | 'drop' | 'queued' | 'dispatch'>;
  events: Pick<OrderEvents, 'settled'>;
  /** True where a lock tells that no other process runs on this database. */
  exclusive: boolean;
}

/**
 * Ends what was lost, wakes what was forgotten (docs/orders.md#guarantees): calls whose lease
 * ran out end as interrupted, orders that waited too long expire, and those that wait for a call
 * get a wake-up again.
 */
export async function sweep(deps: SweepDeps): Promise<void> {
  const { orders, runner } = deps;
  const lost = await orders.interruptLost({
    leaseOwner: runner.leaseOwner,
    liveIds: runner.live,
    orphans: deps.exclusive,
  });
  const expired = await orders.expireWaiting();
  runner.drop(expired);
  for (const id of [...lost, ...expired]) deps.events.settled(id);
  await matchQueue(deps);
  runner.dispatch();
}

/**
 * Makes the queue what the rows say: orders without a wake-up get one, and those that another process
 * took, or settled, no longer count against anybody's places.
 */
async function matchQueue({ orders, runner, events }: SweepDeps): Promise<void> {
  // Before the rows are read: what is queued meanwhile is not among them.
  const queued = runner.queued();
  const waiting = await orders.waiting(MAX_WOKEN);
  for (const order of waiting) runner.enqueue(order);
  if (waiting.length === MAX_WOKEN || queued.length === 0) return;
  const still = new Set(waiting.map(({ id }) => id));
  const missing = queued.filter((id) => !still.has(id));
  if (missing.length === 0) return;
  runner.drop(missing);
  for (const id of await orders.settledAmong(missing)) events.settled(id);
}
