// The code of docs/test/testing.md: a buyer and a seller, each with an account of their own.
import { createTestMarketplace } from '@mkt/marketplace/testing';
import { expect, it } from 'vitest';
import { textInsights } from '../../text-insights/src/service.ts';

it('one account buys what another one sells', async () => {
  const service = textInsights();
  // #region test
  await using market = await createTestMarketplace();
  const seller = await market.createAccount();
  const buyer = await market.createAccount({ scopes: ['order:create', 'order:read'] });
  const { id, slug } = await market.publish(service, { account: seller });

  expect(await buyer.client().run(slug, { text: 'Two words' })).toMatchObject({ words: 2 });
  const [order] = (await seller.client().listings.orders(id)).data;
  expect(order).toMatchObject({ orderState: 'completed', charged: true });
  // #endregion
  expect(order?.buyerId).not.toBe(buyer.id);
});
