import type { Order as WireOrder } from '@mkt/protocol';

/** One activation and its outcome (docs/orders.md#the-order-record). */
export interface Order<Result = unknown> extends Omit<WireOrder, 'result'> {
  /** The seller's response, as it was sent; present only when `completed`. */
  result?: Result;
}

/** One page of a list. */
export interface Page<Item> {
  data: Item[];
  /** Opaque; null on the last page. */
  nextCursor: string | null;
}
