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
