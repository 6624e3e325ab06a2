import {
  isSettled as isSettledState,
  type Order as WireOrder,
  type OrderFailure,
} from '@mkt/protocol';
import type { OrderTexts } from './order-text.ts';

/** What an order has in every state. */
interface OrderContent
  extends
    Pick<
      WireOrder,
      | 'id'
      | 'listingId'
      | 'listing'
      | 'requestBody'
      | 'price'
      | 'revision'
      | 'createdAt'
      | 'keyId'
      | 'metadata'
    >,
    OrderTexts {}

/** Stored, and waiting until a call may start. */
export interface PendingOrder extends OrderContent {
  orderState: 'pending';
  failure: null;
  outputValid: null;
  outputErrors: null;
  charged: false;
  startedAt: null;
  completedAt: null;
  durationMs: null;
}

/** The marketplace is calling the service. */
export interface RunningOrder extends Omit<PendingOrder, 'orderState' | 'startedAt'> {
  orderState: 'running';
  startedAt: string;
}

/** The service responded with 2xx. */
export interface CompletedOrder<Result = unknown>
  extends OrderContent, Pick<WireOrder, 'outputValid' | 'outputErrors'> {
  orderState: 'completed';
  /** The service's response, as it was sent; `null` for an empty body. */
  result: Result;
  /** JSON text of `result`, as the service sent it. */
  readonly resultText?: string;
  failure: null;
  charged: true;
  startedAt: string;
  completedAt: string;
  /** The time from start to completion, in milliseconds. */
  durationMs: number;
}

/** The call failed, or was never made. Nothing was charged. */
export interface FailedOrder extends OrderContent {
  orderState: 'failed';
  /** One sentence for people. */
  errorMessage: string;
  /** The reason, for programs (docs/buy/orders.md#when-an-order-fails). */
  failure: OrderFailure;
  outputValid: null;
  outputErrors: null;
  charged: false;
  /** `null` when no call was made. */
  startedAt: string | null;
  completedAt: string;
  durationMs: number | null;
}

/** An order that will still change. */
export type OpenOrder = PendingOrder | RunningOrder;

/** An order that never changes again. */
export type SettledOrder<Result = unknown> = CompletedOrder<Result> | FailedOrder;

/**
 * One activation and its outcome (docs/buy/orders.md#the-order-record); `orderState` says which it is.
 */
export type Order<Result = unknown> = OpenOrder | SettledOrder<Result>;

/** Without what only the buyer sees. */
type OfSeller<Each> = Each extends unknown ? Omit<Each, 'keyId' | 'metadata'> : never;

/** The seller's view of an order. */
export type SellerOrder = OfSeller<Order> & {
  /** Pseudonym of the buyer, the same in all orders between the two accounts. */
  buyerId: string;
};

/** What an order of a list with `view: 'summary'` lacks. */
type Bodies = 'requestBody' | 'requestBodyText' | 'result' | 'resultText';
type Summary<Each> = Each extends unknown ? Omit<Each, Bodies> : never;

/** An order without its input and its result. */
export type OrderSummary = Summary<Order>;

/** The seller's view of an order, without its input and its result. */
export type SellerOrderSummary = Summary<SellerOrder>;

/** The record of a list by its query: whole, or with `view: 'summary'` a summary. */
type ListedAs<Query, Whole, Short> = Query extends { view: 'summary' }
  ? Short
  : 'view' extends keyof Query
    ? Whole | ('summary' extends Query['view'] ? Short : never)
    : Whole;

export type ListedOrder<Query> = ListedAs<Query, Order, OrderSummary>;
export type ListedSale<Query> = ListedAs<Query, SellerOrder, SellerOrderSummary>;

export function isSettled(order: Order): order is SettledOrder {
  return isSettledState(order.orderState);
}
