import type { WaitingLimits } from '../concurrency/call-slots.ts';

/** What one account may have at most (docs/limits.md#shares); each is configurable. */
export interface AccountShares extends WaitingLimits {
  /** Requests that are held open for an order, in this process. */
  longPolls: number;
  /** Reviews that run at once, in this process. */
  reviews: number;
  /** Listings that are not archived. */
  listings: number;
  /** API keys that are neither revoked nor expired. */
  apiKeys: number;
  /** Inputs and results of a buyer's orders, stored within a UTC day. */
  storedBytes: number;
}
