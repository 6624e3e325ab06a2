// The code of docs/local.md: a buyer and a seller, each with an account of their own.
// #region imports
import { createClient } from '@mkt/client';
import { createTestMarketplace } from '@mkt/marketplace/testing';
import { serve } from '@mkt/seller-kit/node';
// #endregion
import { expect, it } from 'vitest';
import { textInsights } from '../../text-insights/src/service.ts';

it('one account buys what another one sells', async () => {
  const service = textInsights();
  // #region test
  await using market = await createTestMarketplace();
  const { apiKey: sellerKey } = await market.createAccount();
  const seller = createClient({ baseUrl: market.url, apiKey: sellerKey });
  const { apiKey: buyerKey } = await market.createAccount();
  const buyer = createClient({ baseUrl: market.url, apiKey: buyerKey });

  await using server = await serve(service, { port: 0, host: '127.0.0.1' });
  const { id, slug } = await seller.listings.importFromService(server.url);
  await market.reviewsIdle(); // every review has ended: the listing is for sale

  expect(await buyer.run(slug, { text: 'Two words' })).toMatchObject({ words: 2 });
  const [order] = (await seller.providers.orders(id)).data;
  expect(order).toMatchObject({ orderState: 'completed', charged: true });
  // #endregion
  expect(order?.buyerId).not.toBe((await buyer.me()).userId);
});
