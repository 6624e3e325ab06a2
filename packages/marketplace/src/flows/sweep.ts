import type { CallSlots } from '../domain/call-slots.ts';
import type { OrderEvents } from '../domain/order-events.ts';
import type { OrderStore } from '../domain/order-store.ts';

const MAX_WOKEN = 10_000;

export interface SweepDeps {
  orders: Pick<OrderStore, 'interruptLost' | 'expireWaiting' | 'waiting'>;
  slots: Pick<CallSlots, 'enqueue' | 'drop'>;
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
  for (const order of await orders.waiting(MAX_WOKEN)) deps.slots.enqueue(order);
  deps.dispatch();
}
