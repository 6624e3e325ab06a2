import {
  ApiError,
  OrderFailedError,
  WaitTimeoutError,
  type Client,
  type Duration,
  type MaxPrice,
} from '@mkt/client';

export type Bought =
  | { kind: 'bought'; result: unknown; orders: number }
  /** Every order failed; none was charged. */
  | { kind: 'failed'; orders: number; reason: string | undefined }
  /** It may still be charged: look at it later. */
  | { kind: 'unsettled'; orderId: string | undefined }
  /** Nothing was ordered this time. */
  | { kind: 'refused'; type: string };

export interface BuyOptions {
  maxPrice?: MaxPrice;
  timeout?: Duration;
  /** How many orders it places at most. */
  orders?: number;
}

/** Buys a call. An order that fails costs nothing, so another one is placed. */
export async function buy(
  market: Client,
  listing: string,
  input: unknown,
  { maxPrice, timeout = '10s', orders = 3 }: BuyOptions = {},
): Promise<Bought> {
  for (let placed = 1; ; placed += 1) {
    try {
      const result = await market.run(listing, input, { maxPrice, timeout });
      return { kind: 'bought', result, orders: placed };
    } catch (error) {
      if (error instanceof WaitTimeoutError) return { kind: 'unsettled', orderId: error.order?.id };
      if (error instanceof ApiError) return { kind: 'refused', type: error.type };
      if (!(error instanceof OrderFailedError)) throw error;
      if (placed === orders) {
        return { kind: 'failed', orders, reason: error.order.failure?.kind };
      }
    }
  }
}
