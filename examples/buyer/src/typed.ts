// #region client
import { createClient } from '@mkt/client';
import { revisions, type Listings } from './mkt-listings.ts';

const market = createClient<Listings>({ revisions });
// #endregion

/** The keywords of a text, most frequent first. */
export async function keywordsOf(text: string): Promise<string[]> {
  // #region run
  const result = await market.run('text-insights', { text, format: 'markdown' });
  const keywords = result.keywords.map(({ keyword }) => keyword); // string[]
  // #endregion
  return keywords;
}

/** The number of words, in steps. */
export async function countWords(text: string): Promise<void> {
  // #region wait
  const order = await market.activate('text-insights', { text });
  const settled = await market.orders.wait(order);
  if (settled.orderState === 'completed') console.log(settled.result.words); // a number
  // #endregion
}
