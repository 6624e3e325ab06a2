import type { WaitingOrder } from './store.ts';

export interface CallLimits {
  callsPerSeller: number;
  callsPerBuyer: number;
  callsPerProcess: number;
  waitingPerSeller: number;
  waitingPerProcess: number;
}

type Party = Pick<WaitingOrder, 'buyerId' | 'sellerId'>;

/** Counts that vanish at zero, so that the map holds only who is active. */
function counter() {
  const counts = new Map<string, number>();
  return {
    get: (key: string) => counts.get(key) ?? 0,
    add(key: string, step: 1 | -1) {
      const next = (counts.get(key) ?? 0) + step;
      if (next <= 0) counts.delete(key);
      else counts.set(key, next);
    },
  };
}

/** What is given back twice counts once. */
function once(giveBack: () => void): () => void {
  let given = false;
  return () => {
    if (!given) giveBack();
    given = true;
  };
}

/**
 * How many calls may run at once, and who waits (protocol reference, "Limits"): per seller account,
 * per buyer and per process, so that one slow seller never fills the house. Sellers whose orders
 * wait take turns.
 */
export function createCallSlots(limits: CallLimits) {
  const bySeller = counter();
  const byBuyer = counter();
  let running = 0;
  const reserved = counter();
  let reservedInAll = 0;
  const queues = new Map<string, WaitingOrder[]>();
  const known = new Set<string>();

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

  function reserve(sellerId: string): () => void {
    const count = (step: 1 | -1) => {
      reservedInAll += step;
      reserved.add(sellerId, step);
    };
    count(1);
    return once(() => count(-1));
  }

  function removeFrom(sellerId: string, index: number): WaitingOrder | undefined {
    const queue = queues.get(sellerId) ?? [];
    const [order] = queue.splice(index, 1);
    queues.delete(sellerId);
    // Behind the others: sellers take turns.
    if (queue.length > 0) queues.set(sellerId, queue);
    if (order) known.delete(order.id);
    return order;
  }

  return {
    /** A place for a call now, unless others of this seller wait already; the result gives it back. */
    tryTake(party: Party): (() => void) | undefined {
      if (queues.has(party.sellerId) || !hasRoom(party)) return undefined;
      return take(party);
    },

    /**
     * A place among those who wait, held while the order is being stored, so that many at once
     * cannot pass the limit together; the result gives it back.
     */
    tryWait(sellerId: string): (() => void) | undefined {
      const ofSeller = (queues.get(sellerId)?.length ?? 0) + reserved.get(sellerId);
      if (ofSeller >= limits.waitingPerSeller) return undefined;
      if (known.size + reservedInAll >= limits.waitingPerProcess) return undefined;
      return reserve(sellerId);
    },

    /** Puts an order in its seller's queue; one that is there already stays where it is. */
    enqueue(order: WaitingOrder): void {
      if (known.has(order.id)) return;
      known.add(order.id);
      const queue = queues.get(order.sellerId);
      if (queue) queue.push(order);
      else queues.set(order.sellerId, [order]);
    },

    /** Takes orders out of their queues: they ended without a call. */
    drop(ids: readonly string[]): void {
      const gone = new Set(ids.filter((id) => known.delete(id)));
      if (gone.size === 0) return;
      for (const [sellerId, queue] of queues) {
        const left = queue.filter(({ id }) => !gone.has(id));
        if (left.length > 0) queues.set(sellerId, left);
        else queues.delete(sellerId);
      }
    },

    /** The next waiting order for which there is room, with its place. */
    next(): { order: WaitingOrder; release: () => void } | undefined {
      if (running >= limits.callsPerProcess) return undefined;
      for (const [sellerId, queue] of queues) {
        if (bySeller.get(sellerId) >= limits.callsPerSeller) continue;
        const index = queue.findIndex((order) => hasRoom(order));
        if (index === -1) continue;
        const order = removeFrom(sellerId, index);
        if (order) return { order, release: take(order) };
      }
      return undefined;
    },

    running: () => running,
    waiting: () => known.size,
  };
}

export type CallSlots = ReturnType<typeof createCallSlots>;
