// The code of docs/buying.md.
// #region import
import { createClient } from '@mkt/client';
// #endregion
import { createTestMarketplace } from '@mkt/marketplace/testing';
import { serve } from '@mkt/seller-kit/node';
import { afterEach, expect, it, vi } from 'vitest';
import { textInsights } from '../../text-insights/src/service.ts';

afterEach(() => vi.unstubAllEnvs());

it('a program buys a call in one line', async () => {
  await using marketplace = await createTestMarketplace();
  vi.stubEnv('MKT_BASE_URL', marketplace.url);
  vi.stubEnv('MKT_API_KEY', marketplace.apiKey);
  await using seller = await serve(textInsights(), { port: 0, host: '127.0.0.1' });
  await createClient().listings.importFromService(seller.url);
  await marketplace.reviewsIdle();
  // #region run
  const market = createClient(); // reads MKT_BASE_URL and MKT_API_KEY
  const result = await market.run('text-insights', { text: 'Hello there.' }, { maxPrice: 0.02 });
  // #endregion
  expect(result).toMatchObject({ words: 2, sentences: 1 });
});
