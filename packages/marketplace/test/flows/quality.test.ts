// docs/listings.md#quality: how calls of other accounts ended.
import { describe, expect, it } from 'vitest';
import { json } from '../../../../test-bed/seller.ts';
import { openSeller } from '../../../../test-bed/within-test.ts';
import { publish, type Market } from '../market.ts';
import { MARKETS } from '../markets.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const obedient = () =>
  openSeller({
    'POST /run': ({ body }) => json({ done: true }, JSON.parse(String(body)).status ?? 200),
  });

/** The quality in the record for buyers, once all calls are counted and rated. */
async function qualityOf(market: Market, id: string) {
  await market.advance(2 * MINUTE_MS);
  await market.advance(2 * MINUTE_MS);
  const { body } = await market.api.get(`/v1/marketplace/listings/${id}`);
  return body.quality;
}

describe.each(MARKETS)('the quality of a listing, on $name', ({ openMarket, newHome }) => {
  it('comes from 20 calls of other accounts or more, and is part of every record', async () => {
    const market = await openMarket(await newHome());
    const { id } = await publish(market, await obedient());
    const buyer = market.api.as((await market.createAccount()).apiKey);
    const call = (count: number, api: typeof buyer, input = {}) =>
      Promise.all(Array.from({ length: count }, () => api.activate(id, input, 5)));
    await call(14, buyer);
    await call(5, buyer, { status: 500 });
    // Its own account cannot improve it.
    await call(5, market.api);
    expect(await qualityOf(market, id)).toBeNull();
    await call(1, buyer);
    const quality = {
      successRate: 0.75,
      p50Ms: expect.any(Number),
      p95Ms: expect.any(Number),
      calls: 20,
    };
    expect(await qualityOf(market, id)).toEqual(quality);
    for (const path of [
      `/v1/providers/${id}`,
      `/v1/listings/${id}`,
      '/v1/providers',
      '/v1/listings',
      '/v1/marketplace/listings',
      '/v1/marketplace/listings?include=contract',
    ]) {
      const { body } = await market.api.get(path);
      expect([path, (body.data?.[0] ?? body).quality]).toEqual([path, quality]);
    }
  });

  it('forgets calls after seven days, without a new one', async () => {
    const market = await openMarket(await newHome());
    const { id } = await publish(market, await obedient());
    const buyer = market.api.as((await market.createAccount()).apiKey);
    await Promise.all(Array.from({ length: 20 }, () => buyer.activate(id, {}, 5)));
    expect((await qualityOf(market, id)).calls).toBe(20);
    await market.advance(5 * DAY_MS);
    expect((await qualityOf(market, id)).calls).toBe(20);
    await market.advance(2 * DAY_MS);
    expect(await qualityOf(market, id)).toBeNull();
  });

  it('puts the better of two equal matches of a search first, from the next day on', async () => {
    const market = await openMarket(await newHome());
    const seller = await obedient();
    const good = await publish(market, seller, { title: 'Rain now' });
    const bad = await publish(market, seller, { title: 'Rain today' });
    const buyer = market.api.as((await market.createAccount()).apiKey);
    const call = (id: string, status: number) =>
      Promise.all(Array.from({ length: 20 }, () => buyer.activate(id, { status }, 5)));
    await call(good.id, 200);
    await call(bad.id, 500);
    const found = async () => {
      const { body } = await buyer.get('/v1/marketplace/listings?query=rain');
      return body.data.map(({ id }: { id: string }) => id);
    };
    await qualityOf(market, good.id);
    expect(await found()).toEqual([bad.id, good.id]);
    await market.advance(DAY_MS);
    expect(await found()).toEqual([good.id, bad.id]);
  });
});
