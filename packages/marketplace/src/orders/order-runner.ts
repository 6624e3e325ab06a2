import type { CallSlots } from './runner.ts';
import { createInFlight } from '../structures/in-flight.ts';
import type { Party, WaitingOrder } from './waiting-queue.ts';
import type { EventFeed } from '../events/event.ts';
import type { OrderEvents } from '../events/order-events.ts';
import type { ClaimedOrder, OrderStore } from './order-store.ts';
import { runOrder, type RunOrderDeps } from './run.ts';

export interface OrderRunnerDeps extends RunOrderDeps {
  orders: RunOrderDeps['orders'] & Pick<OrderStore, 'claim' | 'settledAmong'>;
  slots: CallSlots;
  events: Pick<OrderEvents, 'settled' | 'end'>;
  feed: Pick<EventFeed, 'orderUpdated'>;
}

/** A claimed order and its call slot. */
export interface OrderRun {
  claim: ClaimedOrder;
  /** Monotonic time, taken before the claim was requested. */
  claimedAtMs: number;
  /** Frees the call slot. */
  release: () => void;
}

/**
 * Owns the calls of this process: starts orders, claims waiting ones when a call slot is free,
 * tracks the calls in flight, and drains them. No other code holds this state.
 */
export function createOrderRunner(deps: OrderRunnerDeps) {
  const { orders, slots, events, feed, clock, leaseOwner, onError } = deps;
  const inFlight = createInFlight();
  /** Orders that are being placed or claimed: their calls are about to be made. */
  const starting = createInFlight();
  const live = new Map<string, number>();
  let isDraining = false;

  async function run({ claim, claimedAtMs, release }: OrderRun): Promise<void> {
    const { id } = claim.order;
    live.set(id, claimedAtMs);
    const settled = await runOrder(deps, claim, claimedAtMs);
    live.delete(id);
    release();
    events.settled(id, settled);
    if (settled) feed.orderUpdated(settled);
    dispatch();
  }

  const start = (each: OrderRun): void => void inFlight.track(run(each));

  async function claimAndStart(order: WaitingOrder, release: () => void): Promise<void> {
    const claimedAtMs = clock.monotonic();
    try {
      const claim = await orders.claim(order.id, leaseOwner);
      if (claim) {
        feed.orderUpdated(claim.order);
        start({ claim, claimedAtMs, release });
        return;
      }
      // Another process claimed it, or it was settled without a call: the slot is free for the next
      // order.
      release();
      dispatch();
      for (const id of await orders.settledAmong([order.id])) events.settled(id);
    } catch (error) {
      // The row is still pending; the next sweep puts it back in the queue.
      release();
      onError(error, 'order could not be claimed; the next sweep queues it again');
    }
  }

  /** Starts waiting orders while there are free slots. */
  function dispatch(): void {
    if (isDraining) return;
    for (let next = slots.next(); next; next = slots.next()) {
      void starting.track(claimAndStart(next.order, next.release));
    }
  }

  return {
    /** Identifies this process in leases. */
    leaseOwner,
    /**
     * The orders whose calls are in flight, by id, with the monotonic time of their claim: their
     * events are still to come.
     */
    live: live as ReadonlyMap<string, number>,
    /**
     * Takes a call slot. While the process drains there is none: the order stays pending for
     * another process or the next start.
     */
    tryTake: (party: Party) => (isDraining ? undefined : slots.tryTake(party)),
    /** Reserves room in the queue. */
    tryReserve: slots.tryReserve,
    start,
    dispatch,
    /** Queues an order that this process stored or was notified of. */
    enqueue: slots.enqueue,
    /** Ids of the orders that are queued in this process. */
    queued: slots.queued,
    /** Removes orders from the queue that were settled without a call or run elsewhere. */
    drop: slots.drop,
    /** Tracks the placing of an order, which draining waits for. */
    track: <Result>(placing: Promise<Result>) => inFlight.track(starting.track(placing)),
    /** Resolves when no order is being placed or claimed. */
    started: starting.idle,
    /**
     * Starts no more calls and leaves waiting orders for the next start; resolves when every call
     * in flight is settled.
     */
    async drain(): Promise<void> {
      isDraining = true;
      await inFlight.idle();
      events.end();
    },
  };
}

export type OrderRunner = ReturnType<typeof createOrderRunner>;
