import type { Order as WireOrder } from '@mkt/protocol';
import type { OrderTexts, WithJsonText } from './order-text.ts';

/** One activation and its outcome (docs/orders.md#the-order-record). */
export interface Order<Result = unknown> extends Omit<WireOrder, 'result'>, OrderTexts {
  /** The seller's response; present only when `completed`. */
  result?: Result;
}

/** One page of a list. */
export interface Page<Item> extends WithJsonText {
  data: Item[];
  /** Opaque; null on the last page. */
  nextCursor: string | null;
}
