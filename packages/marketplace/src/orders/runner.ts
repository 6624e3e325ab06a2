import type { CallLimits, WaitingLimits } from '../market/limits.ts';
import type { App } from '../server/context.ts';
import { pause } from '../market/outside.ts';
import { createInFlight } from '../structures/async.ts';
import { LinkedList } from '../structures/collections.ts';
import { createCounter, type Debts, once } from '../structures/counters.ts';
import type { ClaimedOrder } from './order.ts';
import { runOrder } from './run.ts';

interface Party {
  buyerId: string;
  sellerId: string;
}

/** An order that waits for a call slot. */
export interface WaitingOrder extends Party {
  id: string;
}

/**
 * The orders of one seller by buyer. Buyers, and the orders of each buyer, are in the order in
 * which they are served.
 */
type SellerQueue = Map<string, WaitingOrder[]>;

const pairOf = ({ buyerId, sellerId }: Party) => `${sellerId} ${buyerId}`;

/**
 * Orders that wait for a call slot. Sellers take turns, and so do the buyers of each seller: a
 * buyer with a thousand waiting orders delays the others by one call, not by a thousand.
 */
function createWaitingQueue() {
  const bySeller = new Map<string, SellerQueue>();
  const sizeOfSeller = createCounter();
  const sizeOfBuyer = createCounter();
  const sizeOfPair = createCounter();
  const known = new Set<string>();

  function count(order: Party, step: 1 | -1): void {
    sizeOfSeller.add(order.sellerId, step);
    sizeOfBuyer.add(order.buyerId, step);
    sizeOfPair.add(pairOf(order), step);
  }

  /**
   * Moves the buyer and the seller of a served order behind the others, and removes them if they
   * have no more orders.
   */
  function rotate({ sellerId, buyerId }: Party): void {
    const buyers = bySeller.get(sellerId);
    const orders = buyers?.get(buyerId);
    bySeller.delete(sellerId);
    buyers?.delete(buyerId);
    if (orders && orders.length > 0) buyers?.set(buyerId, orders);
    if (buyers && buyers.size > 0) bySeller.set(sellerId, buyers);
  }

  function* heads(): Generator<WaitingOrder> {
    for (const buyers of bySeller.values()) {
      for (const [order] of buyers.values()) if (order) yield order;
    }
  }

  return {
    size: () => known.size,
    ids: () => [...known],
    sizes: (party: Party) => ({
      ofSeller: sizeOfSeller.get(party.sellerId),
      ofBuyer: sizeOfBuyer.get(party.buyerId),
      ofPair: sizeOfPair.get(pairOf(party)),
    }),

    /** An order that is already queued keeps its position. */
    add(order: WaitingOrder): void {
      if (known.has(order.id)) return;
      known.add(order.id);
      count(order, 1);
      let buyers = bySeller.get(order.sellerId);
      if (!buyers) bySeller.set(order.sellerId, (buyers = new Map<string, WaitingOrder[]>()));
      const orders = buyers.get(order.buyerId);
      if (orders) orders.push(order);
      else buyers.set(order.buyerId, [order]);
    },

    /** Removes and returns the next order that fits; the party that was served last comes last. */
    take(fits: (order: Party) => boolean): WaitingOrder | undefined {
      for (const order of heads()) {
        if (!fits(order)) continue;
        bySeller.get(order.sellerId)?.get(order.buyerId)?.shift();
        rotate(order);
        known.delete(order.id);
        count(order, -1);
        return order;
      }
      return undefined;
    },

    /** Whether an order that fits is waiting for this seller. */
    hasFitting(sellerId: string, fits: (order: Party) => boolean): boolean {
      for (const [order] of bySeller.get(sellerId)?.values() ?? []) {
        if (order && fits(order)) return true;
      }
      return false;
    },

    /** Removes orders that settled without a call. */
    drop(ids: readonly string[]): void {
      const gone = new Set(ids.filter((id) => known.delete(id)));
      if (gone.size === 0) return;
      for (const [sellerId, buyers] of bySeller) {
        for (const [buyerId, orders] of buyers) {
          const left = orders.filter(({ id }) => !gone.has(id));
          for (let n = left.length; n < orders.length; n++) count({ sellerId, buyerId }, -1);
          if (left.length > 0) buyers.set(buyerId, left);
          else buyers.delete(buyerId);
        }
        if (buyers.size === 0) bySeller.delete(sellerId);
      }
    },
  };
}

/** Counts orders per seller account, per buyer account and in total, up to the limits of calls. */
function createCallCounts(limits: CallLimits) {
  const bySeller = createCounter();
  const byBuyer = createCounter();
  let total = 0;
  return {
    total: () => total,
    hasRoom: ({ buyerId, sellerId }: Party): boolean =>
      total < limits.callsPerProcess &&
      bySeller.get(sellerId) < limits.callsPerSeller &&
      byBuyer.get(buyerId) < limits.callsPerBuyer,
    /** The returned function takes it away again. */
    add({ buyerId, sellerId }: Party): () => void {
      const count = (step: 1 | -1) => {
        total += step;
        bySeller.add(sellerId, step);
        byBuyer.add(buyerId, step);
      };
      count(1);
      return once(() => count(-1));
    },
  };
}

interface HeldSellers {
  /** Bytes of sellers' responses: a seller over its limit is not called until it is below it again. */
  results?: Pick<Debts, 'waitMs'>;
  /** Whether an outage of the marketplace's own network cuts it off from the seller. */
  isCutOff?: (sellerId: string) => boolean;
}

/**
 * Why an order cannot be queued: the share of its buyer, or the queue of the seller or the process,
 * is full.
 */
export type QueueFullReason = 'buyer-share' | 'pair-share' | 'seller-full' | 'process-full';

/**
 * Limits the calls in flight and queues the other orders (docs/reference/limits.md): per seller account, per
 * buyer account and per process. So a slow seller never occupies every slot, and a buyer never
 * occupies every slot of a seller.
 */
export function createCallSlots(
  limits: CallLimits & WaitingLimits,
  { results, isCutOff }: HeldSellers = {},
) {
  const calls = createCallCounts(limits);
  /** Calls that are tried again later: they hold no slot, but the inputs of their orders take memory. */
  const retries = createCallCounts(limits);
  /** Room in the queue that is reserved for orders being stored. */
  const reservedBySeller = createCounter();
  const reservedByBuyer = createCounter();
  const reservedByPair = createCounter();
  let reserved = 0;
  const queue = createWaitingQueue();

  const hasFreeSlot = (party: Party) =>
    calls.hasRoom(party) &&
    !(results && results.waitMs(party.sellerId) > 0) &&
    !isCutOff?.(party.sellerId);

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
      return calls.add(party);
    },

    /** Takes a call slot for an order whose call is tried again: it has waited longest. */
    tryTakeAgain: (party: Party): (() => void) | undefined =>
      calls.hasRoom(party) ? calls.add(party) : undefined,

    /** Lets an order wait for another try without a call slot, unless too many do. */
    tryRetry: (party: Party): (() => void) | undefined =>
      retries.hasRoom(party) ? retries.add(party) : undefined,

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
      if (calls.total() >= limits.callsPerProcess) return undefined;
      const order = queue.take(hasFreeSlot);
      return order && { order, release: calls.add(order) };
    },

    /** The ids of the queued orders. */
    queued: () => queue.ids(),
    running: calls.total,
    waiting: () => queue.size(),
  };
}

export type CallSlots = ReturnType<typeof createCallSlots>;

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
export function createOrderRunner(app: Omit<App, 'runner'>) {
  const {
    store: { orders },
    slots,
    events,
    feed,
    clock,
    leaseOwner,
    reportError: onError,
  } = app;
  const inFlight = createInFlight();
  /** Orders that are being placed or claimed: their calls are about to be made. */
  const starting = createInFlight();
  const live = new Map<string, number>();
  /** Orders whose call is tried again as soon as there is a free slot. */
  const resuming = new LinkedList<{ party: Party; resume(release: () => void): void }>();
  let isDraining = false;

  /**
   * Frees the call slot of an order, waits, and takes a slot again. Resolves with false if there is none
   * until `untilMs`, or if too many calls wait to be tried again. An outage that ends ends the wait.
   */
  async function waitToRetry(each: OrderRun, waitMs: number, untilMs: number): Promise<boolean> {
    const party = each.claim.order;
    const endWait = slots.tryRetry(party);
    if (!endWait) return false;
    each.release();
    dispatch();
    await pause(clock, waitMs, app.network.recovery() ?? app.ending);
    const leftMs = untilMs - clock.monotonic();
    const release = leftMs > 0 && !app.ending.aborted ? await takeAgain(party, leftMs) : undefined;
    endWait();
    if (release) each.release = release;
    return release !== undefined;
  }

  function takeAgain(party: Party, withinMs: number): Promise<(() => void) | undefined> {
    return new Promise((resolve) => {
      const end = (release?: () => void) => {
        leave();
        cancel();
        resolve(release);
      };
      const leave = resuming.add({ party, resume: end });
      const cancel = clock.after(withinMs, end);
      dispatch();
    });
  }

  async function run(each: OrderRun): Promise<void> {
    const { claim } = each;
    const { id } = claim.order;
    live.set(id, each.claimedAtMs);
    const settled = await runOrder(app, each, waitToRetry);
    live.delete(id);
    each.release();
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
        const { trace, createdAtMs } = claim.order;
        app.tracing?.step('wait', trace, claim.order, createdAtMs)?.end();
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

  /** Starts waiting orders while there are free slots, first those whose call is tried again. */
  function dispatch(): void {
    if (resuming.size > 0) {
      for (const { party, resume } of resuming) {
        const release = slots.tryTakeAgain(party);
        if (release) resume(release);
      }
    }
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
     * Starts no more orders and leaves waiting ones for the next start; resolves when every call in
     * flight is settled, those that are tried again included.
     */
    async drain(): Promise<void> {
      isDraining = true;
      await inFlight.idle();
      events.end();
    },
  };
}

export type OrderRunner = ReturnType<typeof createOrderRunner>;
