import type { WaitingLimits } from '../orders/runner.ts';

/** The limits per account (docs/limits.md#shares); each of them is configurable. */
export interface AccountShares extends WaitingLimits {
  /** Event streams and long polls in this process. */
  longPolls: number;
  /** Simultaneous reviews, in this process. */
  reviews: number;
  /** Listings that are not archived. */
  listings: number;
  /** API keys that are neither revoked nor expired. */
  apiKeys: number;
  webhooks: number;
  /** Requests a second to the webhooks of one host, over all accounts, from this process. */
  webhookRequestsPerHost: number;
  /** Bytes of inputs and results stored per UTC day, as a buyer. */
  storedBytes: number;
}
