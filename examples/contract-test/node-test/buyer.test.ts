import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { createTestMarketplace, type TestMarketplace } from '@mkt/marketplace/testing';
import { buy } from '../src/buy.ts';
import { wordCount } from '../src/word-count.ts';

let market: TestMarketplace;
before(async () => {
  market = await createTestMarketplace();
});
beforeEach(() => market.reset());
after(() => market.close());

test('buys from a service', async () => {
  const { slug } = await market.publish(({ signingSecret }) => wordCount({ signingSecret }));
  const bought = await buy(market.client(), slug, { text: 'Hello there.' });
  assert.deepEqual(bought, { kind: 'bought', result: { words: 2 }, orders: 1 });
});

test('orders again after a failed order', async () => {
  const { slug } = await market.scriptedSeller('flaky');
  const bought = await buy(market.client(), slug, { message: 'hi' });
  assert.deepEqual(bought, { kind: 'bought', result: { message: 'hi', attempt: 2 }, orders: 2 });
});

test('knows the order of a call that takes too long', async () => {
  const { slug } = await market.scriptedSeller('timeout');
  const bought = await buy(market.client(), slug, {}, { timeout: '100ms' });
  assert.equal(bought.kind, 'unsettled');
  await market.clock.advance('30s');
  const [order] = (await market.client().orders.list()).data;
  assert.equal(order?.failure?.kind, 'timeout');
});
