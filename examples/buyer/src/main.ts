import { explain } from './explain.ts';

// #region connect
import { createClient } from '@mkt/client';

const market = createClient(); // MKT_BASE_URL and MKT_API_KEY, or createClient({ baseUrl, apiKey })
const [text = 'Every call is an order. Every order is paid once.'] = process.argv.slice(2);
// #endregion

// #region search
for await (const listing of market.search({ query: 'text', maxPrice: 0.05 })) {
  const { slug, price, health } = listing;
  console.log(`${slug}: ${price.amount} ${price.currency} per ${price.unit}, ${health.status}`);
}
// #endregion

try {
  // #region run
  // Activates, waits, and returns the seller's result. A failed order throws.
  const result = await market.run('text-insights', { text }, { maxPrice: 0.02 });
  console.log(result); // { words: 10, sentences: 2, readingEase: 80.3, … }
  // #endregion

  // #region activate
  // The same steps one by one. The same key and input give the same order, even after a restart.
  const guards = { idempotencyKey: `text-${text}`, maxPrice: 0.02 };
  const order = await market.activate('text-insights', { text }, guards);
  const { orderState, durationMs, charged } = await market.orders.wait(order, {
    timeout: '30s',
    onUpdate: (seen) => console.log(`${seen.id} is ${seen.orderState}`),
  });
  console.log(`${orderState} after ${durationMs} ms, charged: ${charged}`);
  // #endregion

  await market.run('text-insights', { txt: text });
} catch (error) {
  console.log(explain(error)); // /text is required, /txt is not a known field. Did you mean text?
}
