import { createTestMarketplace, type TestMarketplace } from '@mkt/marketplace/testing';
import { buy } from '../src/buy.ts';
import { wordCount } from '../src/word-count.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';

let market: TestMarketplace;
beforeAll(async () => {
  market = await createTestMarketplace();
});
beforeEach(() => market.reset());
afterAll(() => market.close());

test('buys from a service', async () => {
  const { slug } = await market.publish(({ signingSecret }) => wordCount({ signingSecret }));
  const bought = await buy(market.client(), slug, { text: 'Hello there.' });
  expect(bought).toEqual({ kind: 'bought', result: { words: 2 }, orders: 1 });
});

test('orders again after a failed order', async () => {
  const { slug } = await market.scriptedSeller('flaky');
  expect(await buy(market.client(), slug, {})).toMatchObject({ kind: 'bought', orders: 2 });
});

test('knows the order of a call that takes too long', async () => {
  const { slug } = await market.scriptedSeller('timeout');
  const bought = await buy(market.client(), slug, {}, { timeout: '100ms' });
  expect(bought).toMatchObject({ kind: 'unsettled' });
  await market.clock.advance('30s');
  const [order] = (await market.client().orders.list()).data;
  expect(order).toMatchObject({ orderState: 'failed', failure: { kind: 'timeout' } });
});
