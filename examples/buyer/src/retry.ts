// #region retry
import { OrderFailedError, type Client, type RunOptions } from '@mkt/client';

type Terms = Required<Pick<RunOptions, 'maxPrice'>>;

/** Buys a call; if it fails for a temporary reason before any work was done, buys it once more. */
export async function runWithRetry(market: Client, listing: string, input: unknown, terms: Terms) {
  try {
    return await market.run(listing, input, terms);
  } catch (error) {
    if (!(error instanceof OrderFailedError)) throw error;
    const { failure } = error.order;
    const status = failure?.sellerStatus ?? 0;
    const isTemporary = failure?.kind === 'expired' || status === 429 || status === 503;
    if (!isTemporary) throw error;
    return await market.run(listing, input, terms); // a new order, with its own idempotency key
  }
}
// #endregion
