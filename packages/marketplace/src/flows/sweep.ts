import type { CallSlots } from '../domain/call-slots.ts';
import type { Jobs } from '../domain/jobs.ts';
import type { OrderEvents } from '../domain/order-events.ts';
import type { ListingStore, OrderStore } from '../domain/store.ts';

const MAX_WOKEN = 10_000;

export interface SweepDeps {
  orders: Pick<OrderStore, 'interruptLost' | 'expireWaiting' | 'waiting'>;
  listings: Pick<ListingStore, 'underReview'>;
  slots: Pick<CallSlots, 'enqueue' | 'drop'>;
  events: Pick<OrderEvents, 'settled'>;
  jobs: Jobs;
  leaseOwner: string;
  live: ReadonlySet<string>;
  /** True where a lock tells that no other process runs on this database. */
  alone: boolean;
  dispatch(): void;
}

/**
 * Ends what was lost, wakes what was forgotten (protocol reference, "Orders", 6): calls whose lease
 * ran out end as interrupted, orders that waited too long expire, and rows that wait, for a call
 * or for their review, get a wake-up again.
 */
export async function sweep(deps: SweepDeps): Promise<void> {
  const { orders, leaseOwner } = deps;
  const lost = await orders.interruptLost({
    leaseOwner,
    liveIds: [...deps.live],
    orphans: deps.alone,
  });
  const expired = await orders.expireWaiting();
  deps.slots.drop(expired);
  for (const id of [...lost, ...expired]) deps.events.settled(id);
  for (const order of await orders.waiting(MAX_WOKEN)) deps.slots.enqueue(order);
  deps.dispatch();
  for (const listingId of await deps.listings.underReview(MAX_WOKEN)) {
    deps.jobs.enqueue({ kind: 'review-provider', listingId });
  }
}
