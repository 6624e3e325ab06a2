import { createCounter } from '../structures/counters.ts';

export interface Party {
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

export const pairOf = ({ buyerId, sellerId }: Party) => `${sellerId} ${buyerId}`;

/**
 * Orders that wait for a call slot. Sellers take turns, and so do the buyers of each seller: a
 * buyer with a thousand waiting orders delays the others by one call, not by a thousand.
 */
export function createWaitingQueue() {
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
