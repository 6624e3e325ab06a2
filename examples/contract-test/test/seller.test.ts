// The code of docs/test/testing.md: a seller's service, as buyers of a marketplace see it.
// #region imports
import { createTestMarketplace } from '@mkt/marketplace/testing';
import { expect, it } from 'vitest';
import { wordCount } from '../src/word-count.ts';
// #endregion

// #region sold
it('is for sale, and keeps what its contract promises', async () => {
  await using market = await createTestMarketplace();
  const { id, slug } = await market.publish(({ signingSecret }) => wordCount({ signingSecret }));

  const listing = await market.client().listing(slug);
  expect(listing).toMatchObject({ title: 'Word count', price: { amount: 0.02 } });

  expect(await market.client().run(slug, { text: 'Hello there.' })).toEqual({ words: 2 });
  const [order] = (await market.client().listings.orders(id)).data;
  expect(order).toMatchObject({ outputValid: true, charged: true });
});
// #endregion

// #region refused
it('is never called with an input that its schema refuses', async () => {
  await using market = await createTestMarketplace();
  const { id, slug } = await market.publish(wordCount());
  await expect(market.client().run(slug, { text: 1 })).rejects.toThrow('/text must be string');
  expect((await market.client().listings.orders(id)).data).toEqual([]);
});
// #endregion
