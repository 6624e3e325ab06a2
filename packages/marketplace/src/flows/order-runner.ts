import type { CallSlots } from '../concurrency/call-slots.ts';
import { createInFlight } from '../concurrency/in-flight.ts';
import type { Party, WaitingOrder } from '../concurrency/waiting-queue.ts';
import type { OrderEvents } from '../domain/order-events.ts';
import type { ClaimedOrder, OrderStore } from '../domain/order-store.ts';
import { runOrder, type RunOrderDeps } from './run-order.ts';

export interface OrderRunnerDeps extends RunOrderDeps {
  orders: RunOrderDeps['orders'] & Pick<OrderStore, 'claim' | 'settledAmong'>;
  slots: CallSlots;
  events: Pick<OrderEvents, 'settled' | 'end'>;
}

/** A claimed order with its place among the calls. */
export interface OrderRun {
  claim: ClaimedOrder;
  /** Monotonic time, taken before the claim was requested. */
  claimedAtMs: number;
  /** Gives the place back. */
  release: () => void;
}

/**
 * The calls of this process: it starts orders, claims the waiting ones when there is room, knows which
 * calls are in flight, and drains them. It is the only owner of that state.
 */
export function createOrderRunner(deps: OrderRunnerDeps) {
  const { orders, slots, events, clock, leaseOwner, onError } = deps;
  const inFlight = createInFlight();
  const live = new Set<string>();
  let isDraining = false;

  async function run({ claim, claimedAtMs, release }: OrderRun): Promise<void> {
    const { id } = claim.order;
    live.add(id);
    const settled = await runOrder(deps, claim, claimedAtMs);
    live.delete(id);
    release();
    events.settled(id, settled);
    dispatch();
  }

  const start = (each: OrderRun): void => void inFlight.track(run(each));

  async function claimAndStart(order: WaitingOrder, release: () => void): Promise<void> {
    const claimedAtMs = clock.monotonic();
    try {
      const claim = await orders.claim(order.id, leaseOwner);
      if (claim) {
        start({ claim, claimedAtMs, release });
        return;
      }
      // Another process has it, or it was settled without a call: its place is for the next one.
      release();
      dispatch();
      for (const id of await orders.settledAmong([order.id])) events.settled(id);
    } catch (error) {
      // The row is still pending; the next sweep puts it back in the queue.
      release();
      onError(error);
    }
  }

  /** Starts waiting orders as long as there is room for their calls. */
  function dispatch(): void {
    if (isDraining) return;
    for (let next = slots.next(); next; next = slots.next()) {
      void claimAndStart(next.order, next.release);
    }
  }

  return {
    /** Names this process in leases. */
    leaseOwner,
    /** Ids of the calls in flight: their events are still to come. */
    live: live as ReadonlySet<string>,
    /** A place for a call now. While the process drains there is none: the order waits for the next start. */
    tryTake: (party: Party) => (isDraining ? undefined : slots.tryTake(party)),
    /** A place in the queue. */
    tryWait: slots.tryWait,
    start,
    dispatch,
    /** Queues an order of which this process has heard, or that it has stored. */
    enqueue: slots.enqueue,
    /** Ids of the orders that this process knows to be waiting. */
    queued: slots.queued,
    /** Removes orders from the queue that settled without a call, or run elsewhere. */
    drop: slots.drop,
    /** Work that draining waits for, beside the calls. */
    track: inFlight.track,
    /** Leaves waiting orders to the next start; resolves when every call in flight is settled. */
    async drain(): Promise<void> {
      isDraining = true;
      await inFlight.idle();
      events.end();
    },
  };
}

export type OrderRunner = ReturnType<typeof createOrderRunner>;
