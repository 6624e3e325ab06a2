// The code of docs/test/testing.md: a buyer's code, against a marketplace and scripted sellers.
// #region imports
import { createTestMarketplace, type TestMarketplace } from '@mkt/marketplace/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buy } from '../src/buy.ts';
// #endregion

// #region market
let market: TestMarketplace;
beforeAll(async () => {
  market = await createTestMarketplace();
});
beforeEach(() => market.reset());
afterAll(() => market.close());
// #endregion

// #region retry
it('orders again after a failed order', async () => {
  const { slug } = await market.scriptedSeller('flaky', { failTimes: 2 });
  expect(await buy(market.client(), slug, { message: 'hi' })).toEqual({
    kind: 'bought',
    result: { message: 'hi', attempt: 3 },
    orders: 3,
  });
});
// #endregion

// #region failed
it('gives up when a seller keeps failing, and has paid nothing', async () => {
  const { slug } = await market.scriptedSeller('http-500');
  expect(await buy(market.client(), slug, {})).toMatchObject({ kind: 'failed', orders: 3 });
  const { data } = await market.client().orders.list();
  expect(data.map(({ charged }) => charged)).toEqual([false, false, false]);
});
// #endregion

// #region slow
it('says that a call that takes too long is not settled', async () => {
  const { slug } = await market.scriptedSeller('slow', { delay: '25s' });
  const bought = await buy(market.client(), slug, {}, { timeout: '500ms' });
  expect(bought).toMatchObject({ kind: 'unsettled' });

  await market.clock.advance('25s'); // by the clock of the market: this takes milliseconds
  const [order] = (await market.client().orders.list()).data;
  expect(order).toMatchObject({ orderState: 'completed', charged: true });
});
// #endregion

// #region price
it('pays no more than it was told', async () => {
  const seller = await market.scriptedSeller('ok', { price: { amount: 0.05 } });
  expect(await buy(market.client(), seller.slug, {}, { maxPrice: 0.02 })).toMatchObject({
    kind: 'refused',
  });
  expect(seller.calls).toEqual([]);
});
// #endregion

// #region quota
it('stops when its account has used up its quota, until the next day', async () => {
  const environment = { MKT_SHARE_STORED_BYTES: '1000' }; // of inputs and results, per day
  await using strict = await createTestMarketplace({ environment });
  const { slug } = await strict.scriptedSeller();
  const buyMuch = () => buy(strict.client(), slug, { message: 'x'.repeat(900) });
  expect(await buyMuch()).toMatchObject({ kind: 'bought' });
  expect(await buyMuch()).toEqual({ kind: 'refused', type: 'quota_exceeded' });

  await strict.clock.advance('1d');
  expect(await buyMuch()).toMatchObject({ kind: 'bought' });
});
// #endregion

// #region stand-in
it('reads what a listing returns', async () => {
  const { slug } = await market.scriptedSeller('ok', {
    slug: 'weather-now',
    inputSchema: { type: 'object', required: ['city'], properties: { city: { type: 'string' } } },
    result: () => ({ celsius: 21 }),
  });
  const bought = await buy(market.client(), slug, { city: 'Oslo' });
  expect(bought).toMatchObject({ result: { celsius: 21 } });
  expect(await buy(market.client(), slug, {})).toEqual({ kind: 'refused', type: 'invalid_input' });
});
// #endregion
