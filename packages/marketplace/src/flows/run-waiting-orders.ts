import type { CallSlots } from '../concurrency/call-slots.ts';
import type { Clock } from '../domain/clock.ts';
import type { OrderEvents } from '../domain/order-events.ts';
import type { WaitingOrder } from '../concurrency/waiting-queue.ts';
import type { OrderStore } from '../domain/order-store.ts';
import type { RunOrder } from './run-order.ts';

export interface RunWaitingDeps {
  orders: Pick<OrderStore, 'claim' | 'settledAmong'>;
  slots: Pick<CallSlots, 'next'>;
  clock: Pick<Clock, 'monotonic'>;
  leaseOwner: string;
  runOrder: RunOrder;
  /** Starts waiting orders anew, unless the process is ending. */
  dispatch(): void;
  /** Wakes whoever waits for an order. */
  events: Pick<OrderEvents, 'settled'>;
  onError(error: unknown): void;
}

async function claimAndRun(
  deps: RunWaitingDeps,
  { order, release }: { order: WaitingOrder; release: () => void },
): Promise<void> {
  const claimedAtMs = deps.clock.monotonic();
  try {
    const claim = await deps.orders.claim(order.id, deps.leaseOwner);
    if (claim) {
      deps.runOrder({ claim, claimedAtMs, release });
      return;
    }
    // Another process has it, or it was settled without a call: its place is for the next one.
    release();
    deps.dispatch();
    for (const id of await deps.orders.settledAmong([order.id])) deps.events.settled(id);
  } catch (error) {
    // The row is still pending; the next sweep puts it back in the queue.
    release();
    deps.onError(error);
  }
}

/** Starts waiting orders as long as there is room for their calls. */
export function runWaitingOrders(deps: RunWaitingDeps): void {
  for (let next = deps.slots.next(); next; next = deps.slots.next()) void claimAndRun(deps, next);
}
