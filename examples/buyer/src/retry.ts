// #region retry
import { OrderFailedError, type Client } from '@mkt/client';

/** Buys a call. When it fails in a way that may pass, and its work was not done, buys it once more. */
export async function runWithRetry(market: Client, listing: string, input: unknown) {
  try {
    return await market.run(listing, input);
  } catch (error) {
    if (!(error instanceof OrderFailedError)) throw error;
    const { failure } = error.order;
    const status = failure?.sellerStatus ?? 0;
    const mayPass = failure?.kind === 'expired' || status === 429 || status === 503;
    if (!mayPass) throw error;
    return await market.run(listing, input); // a new order, with an idempotency key of its own
  }
}
// #endregion
