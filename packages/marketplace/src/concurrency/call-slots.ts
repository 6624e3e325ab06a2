import { createCounter, once } from './counter.ts';
import { createWaitingQueue, pairOf, type Party, type WaitingOrder } from './waiting-queue.ts';

export interface CallLimits {
  callsPerSeller: number;
  callsPerBuyer: number;
  callsPerProcess: number;
  waitingPerSeller: number;
  waitingPerProcess: number;
}

/** Of one buyer's orders (docs/limits.md#shares). */
export interface WaitingLimits {
  /** Orders of one buyer that wait for a call, in this process. */
  waitingPerBuyer: number;
  /** Orders of one buyer that wait for one seller, in this process. */
  waitingPerPair: number;
}

/** Why an order cannot wait: its buyer's share is used up, or everybody's places are. */
export type NoPlace = 'buyer-share' | 'pair-share' | 'seller-full' | 'process-full';

/**
 * How many calls may run at once, and who waits (docs/limits.md): per seller account,
 * per buyer account and per process, so that one slow seller never takes every place, and one buyer
 * never takes every place of a seller.
 */
export function createCallSlots(limits: CallLimits & WaitingLimits) {
  const bySeller = createCounter();
  const byBuyer = createCounter();
  let running = 0;
  /** Places of orders that are being stored. */
  const reservedBySeller = createCounter();
  const reservedByBuyer = createCounter();
  const reservedByPair = createCounter();
  let reserved = 0;
  const queue = createWaitingQueue();

  const hasRoom = ({ buyerId, sellerId }: Party) =>
    running < limits.callsPerProcess &&
    bySeller.get(sellerId) < limits.callsPerSeller &&
    byBuyer.get(buyerId) < limits.callsPerBuyer;

  function take(party: Party): () => void {
    const count = (step: 1 | -1) => {
      running += step;
      bySeller.add(party.sellerId, step);
      byBuyer.add(party.buyerId, step);
    };
    count(1);
    return once(() => count(-1));
  }

  function reserve(party: Party): () => void {
    const count = (step: 1 | -1) => {
      reserved += step;
      reservedBySeller.add(party.sellerId, step);
      reservedByBuyer.add(party.buyerId, step);
      reservedByPair.add(pairOf(party), step);
    };
    count(1);
    return once(() => count(-1));
  }

  /** Shares before places: a buyer that has used up its own is told so, whatever else is full. */
  function noPlace(party: Party): NoPlace | undefined {
    const { ofSeller, ofBuyer, ofPair } = queue.sizes(party);
    if (ofBuyer + reservedByBuyer.get(party.buyerId) >= limits.waitingPerBuyer) {
      return 'buyer-share';
    }
    if (ofPair + reservedByPair.get(pairOf(party)) >= limits.waitingPerPair) return 'pair-share';
    if (ofSeller + reservedBySeller.get(party.sellerId) >= limits.waitingPerSeller) {
      return 'seller-full';
    }
    return queue.size() + reserved >= limits.waitingPerProcess ? 'process-full' : undefined;
  }

  return {
    /** A place for a call now, unless another order for this seller is first; the result gives it back. */
    tryTake(party: Party): (() => void) | undefined {
      if (!hasRoom(party) || queue.hasFitting(party.sellerId, hasRoom)) return undefined;
      return take(party);
    },

    /**
     * A place among those who wait, held while the order is being stored, so that many at once
     * cannot pass a limit together; `leave` gives it back.
     */
    tryWait(party: Party): { leave: () => void } | { leave: undefined; why: NoPlace } {
      const why = noPlace(party);
      return why ? { leave: undefined, why } : { leave: reserve(party) };
    },

    /** An order that waits already keeps its place. */
    enqueue: (order: WaitingOrder) => queue.add(order),
    /** Takes orders out of their queues: they ended without a call. */
    drop: (ids: readonly string[]) => queue.drop(ids),

    /** The next waiting order for which there is room, with its place. */
    next(): { order: WaitingOrder; release: () => void } | undefined {
      if (running >= limits.callsPerProcess) return undefined;
      const order = queue.take(hasRoom);
      return order && { order, release: take(order) };
    },

    /** The ids of the orders that wait. */
    queued: () => queue.ids(),
    running: () => running,
    waiting: () => queue.size(),
  };
}

export type CallSlots = ReturnType<typeof createCallSlots>;
