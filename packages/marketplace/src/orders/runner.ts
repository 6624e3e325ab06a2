import { createCounter, once } from '../structures/counters.ts';
import type { Debts } from '../structures/rates.ts';
import { createWaitingQueue, pairOf, type Party, type WaitingOrder } from './waiting-queue.ts';

export interface CallLimits {
  callsPerSeller: number;
  callsPerBuyer: number;
  callsPerProcess: number;
  waitingPerSeller: number;
  waitingPerProcess: number;
}

/** Limits per buyer (docs/limits.md#shares). */
export interface WaitingLimits {
  /** Orders of one buyer that wait for a call slot, in this process. */
  waitingPerBuyer: number;
  /** Orders of one buyer that wait for one seller, in this process. */
  waitingPerPair: number;
}

/**
 * Why an order cannot be queued: the share of its buyer, or the queue of the seller or the process,
 * is full.
 */
export type QueueFullReason = 'buyer-share' | 'pair-share' | 'seller-full' | 'process-full';

/**
 * Limits the calls in flight and queues the other orders (docs/limits.md): per seller account, per
 * buyer account and per process. So a slow seller never occupies every slot, and a buyer never
 * occupies every slot of a seller.
 */
export function createCallSlots(
  limits: CallLimits & WaitingLimits,
  /** Bytes of sellers' responses: a seller over its limit is not called until it is below it again. */
  results?: Pick<Debts, 'waitMs'>,
) {
  const bySeller = createCounter();
  const byBuyer = createCounter();
  let running = 0;
  /** Room in the queue that is reserved for orders being stored. */
  const reservedBySeller = createCounter();
  const reservedByBuyer = createCounter();
  const reservedByPair = createCounter();
  let reserved = 0;
  const queue = createWaitingQueue();

  const hasFreeSlot = ({ buyerId, sellerId }: Party) =>
    running < limits.callsPerProcess &&
    bySeller.get(sellerId) < limits.callsPerSeller &&
    byBuyer.get(buyerId) < limits.callsPerBuyer &&
    !(results && results.waitMs(sellerId) > 0);

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

  /**
   * Checks the shares of the buyer first: a buyer that has used them up gets that reason, whatever
   * else is full.
   */
  function queueFullReason(party: Party): QueueFullReason | undefined {
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
    /**
     * Takes a call slot now, unless an earlier order for this seller could use it; the returned
     * function frees it.
     */
    tryTake(party: Party): (() => void) | undefined {
      if (!hasFreeSlot(party) || queue.hasFitting(party.sellerId, hasFreeSlot)) return undefined;
      return take(party);
    },

    /**
     * Reserves room in the queue while the order is being stored, so that concurrent requests
     * cannot exceed a limit together; `release` frees it.
     */
    tryReserve(
      party: Party,
    ): { release: () => void } | { release: undefined; reason: QueueFullReason } {
      const reason = queueFullReason(party);
      return reason ? { release: undefined, reason } : { release: reserve(party) };
    },

    /** An order that is already queued keeps its position. */
    enqueue: (order: WaitingOrder) => queue.add(order),
    /** Removes orders that settled without a call. */
    drop: (ids: readonly string[]) => queue.drop(ids),

    /** Removes the next waiting order for which there is a free slot, and takes that slot. */
    next(): { order: WaitingOrder; release: () => void } | undefined {
      if (running >= limits.callsPerProcess) return undefined;
      const order = queue.take(hasFreeSlot);
      return order && { order, release: take(order) };
    },

    /** The ids of the queued orders. */
    queued: () => queue.ids(),
    running: () => running,
    waiting: () => queue.size(),
  };
}

export type CallSlots = ReturnType<typeof createCallSlots>;
