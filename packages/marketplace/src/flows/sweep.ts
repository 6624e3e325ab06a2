import type { CallSlots } from '../concurrency/call-slots.ts';
import type { OrderEvents } from '../domain/order-events.ts';
import type { OrderStore } from '../domain/order-store.ts';

const MAX_WOKEN = 10_000;

export interface SweepDeps {
  orders: Pick<OrderStore, 'interruptLost' | 'expireWaiting' | 'waiting' | 'settledAmong'>;
  slots: Pick<CallSlots, 'enqueue' | 'drop' | 'queued'>;
  events: Pick<OrderEvents, 'settled'>;
  leaseOwner: string;
  live: ReadonlySet<string>;
  /** True where a lock tells that no other process runs on this database. */
  alone: boolean;
  dispatch(): void;
}

/**
 * Ends what was lost, wakes what was forgotten (docs/orders.md#guarantees): calls whose lease
 * ran out end as interrupted, orders that waited too long expire, and those that wait for a call
 * get a wake-up again.
 */
export async function sweep(deps: SweepDeps): Promise<void> {
  const { orders, leaseOwner } = deps;
  const lost = await orders.interruptLost({
    leaseOwner,
    liveIds: deps.live,
    orphans: deps.alone,
  });
  const expired = await orders.expireWaiting();
  deps.slots.drop(expired);
  for (const id of [...lost, ...expired]) deps.events.settled(id);
  await matchQueue(deps);
  deps.dispatch();
}

/**
 * Makes the queue what the rows say: orders without a wake-up get one, and those that another process
 * took, or settled, no longer count against anybody's places.
 */
async function matchQueue({ orders, slots, events }: SweepDeps): Promise<void> {
  // Before the rows are read: what is queued meanwhile is not among them.
  const queued = slots.queued();
  const waiting = await orders.waiting(MAX_WOKEN);
  for (const order of waiting) slots.enqueue(order);
  if (waiting.length === MAX_WOKEN || queued.length === 0) return;
  const still = new Set(waiting.map(({ id }) => id));
  const gone = queued.filter((id) => !still.has(id));
  if (gone.length === 0) return;
  slots.drop(gone);
  for (const id of await orders.settledAmong(gone)) events.settled(id);
}
