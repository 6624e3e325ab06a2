// The program of docs/buy/call.md and docs/buy/program.md.
// #region run
import { createClient } from '@mkt/client';

const market = createClient(); // reads MKT_BASE_URL and MKT_API_KEY

interface Insights {
  words: number;
  sentences: number;
}

const input = { text: 'Hello there. How are you?' };
const { words, sentences } = (await market.run('text-insights', input, {
  maxPrice: 0.02,
})) as Insights;
console.log(`${words} words in ${sentences} sentences`);
// #endregion

// #region errors
import {
  ConflictError,
  InvalidInputError,
  ListingChangedError,
  OrderFailedError,
  WaitTimeoutError,
} from '@mkt/client';

async function buy(text: unknown): Promise<unknown> {
  try {
    return await market.run('text-insights', { text }, { maxPrice: 0.02, timeout: '30s' });
  } catch (error) {
    if (error instanceof InvalidInputError) return error.details[0]; // refused: no order exists
    if (error instanceof ListingChangedError) return error.price; // over maxPrice: no order exists
    if (error instanceof ConflictError) return error.type; // paused: no order exists
    if (error instanceof OrderFailedError) return error.order.failure.kind; // not charged
    if (error instanceof WaitTimeoutError) return error.order?.id; // still in progress: orders.wait(id)
    throw error;
  }
}
console.log(await buy(42));
// #endregion

// #region steps
const order = await market.activate('text-insights', input, {
  maxPrice: 0.02,
  metadata: { job: 'nightly' },
  idempotencyKey: 'nightly-1', // the same key and input: the same order
});
const settled = await market.orders.wait(order, { timeout: '30s' });
console.log(settled.orderState, settled.price.amount, settled.price.currency);
// #endregion
