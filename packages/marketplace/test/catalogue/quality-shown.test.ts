// docs/buy/catalogue.md#quality: how calls of other accounts ended.
import { describe, expect, it } from 'vitest';
import type { Api } from '../../../../test-bed/api.ts';
import { atNoon } from '../../../../test-bed/at-noon.ts';
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

/** Calls of an account that differ only in what the service is asked to respond. */
async function call(api: Api, id: string, statuses: readonly number[]): Promise<void> {
  await Promise.all(statuses.map((status) => api.activate(id, { status }, 5)));
}

const buyersOf = (market: Market, count: number) =>
  Promise.all(
    Array.from({ length: count }, async () => market.api.as((await market.createAccount()).apiKey)),
  );

describe.each(MARKETS)('the quality of a listing, on $name', ({ openMarket, newHome }) => {
  it('comes from 20 calls of other accounts or more, and is part of every record', async () => {
    const market = atNoon(await openMarket(await newHome()));
    const { id } = await publish(market, await obedient());
    const [last, ...buyers] = await buyersOf(market, 5);
    for (const buyer of buyers) await call(buyer, id, [200, 200, 200, 500]);
    await call(last as Api, id, [200, 200, 200]);
    // Its own account cannot improve it.
    await call(market.api, id, [200, 200, 200, 200, 200]);
    expect(await qualityOf(market, id)).toBeNull();
    await call(last as Api, id, [503]);
    const quality = {
      successRate: 0.75,
      p50Ms: expect.any(Number),
      p95Ms: expect.any(Number),
      calls: 20,
      refused: 0,
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

  it('is hardly changed by one account, and not by inputs that the service refuses', async () => {
    const market = atNoon(await openMarket(await newHome()));
    const { id } = await publish(market, await obedient());
    for (const buyer of await buyersOf(market, 4)) await call(buyer, id, [200, 200, 200, 200, 200]);
    const [stranger, vandal] = await buyersOf(market, 2);
    const many = (status: number) => Array.from({ length: 12 }, () => status);
    await call(stranger as Api, id, [...many(500), ...many(422)]);
    expect(await qualityOf(market, id)).toMatchObject({ successRate: 1, calls: 20, refused: 0 });
    await call(vandal as Api, id, [200, ...many(404), ...many(409), 401, 429, 500]);
    // Four calls of its own count: one result and three failures.
    expect(await qualityOf(market, id)).toMatchObject({ successRate: 21 / 24, calls: 24 });
    await call(vandal as Api, id, many(503));
    const { successRate, calls, refused } = await qualityOf(market, id);
    expect([calls, refused]).toEqual([25, 5]);
    expect(successRate).toBeGreaterThan(0.8);
    const { body } = await market.api.get('/v1/stats/sales?by=day');
    expect(body.totals).toMatchObject({ completed: 21, failures: { seller_status: 63 } });
  });

  it('falls when calls of customers fail on a later day', async () => {
    const market = atNoon(await openMarket(await newHome()));
    const { id } = await publish(market, await obedient());
    const buyers = await buyersOf(market, 5);
    for (const buyer of buyers) await call(buyer, id, [200, 200, 200, 200, 200]);
    await market.advance(2 * DAY_MS);
    for (const buyer of buyers) await call(buyer, id, [500, 500, 500, 500, 500]);
    expect(await qualityOf(market, id)).toMatchObject({ successRate: 0.5, calls: 50 });
  });

  it('forgets calls after seven days, without a new one', async () => {
    const market = atNoon(await openMarket(await newHome()));
    const { id } = await publish(market, await obedient());
    for (const buyer of await buyersOf(market, 4)) await call(buyer, id, [200, 200, 200, 200, 200]);
    expect((await qualityOf(market, id)).calls).toBe(20);
    await market.advance(5 * DAY_MS);
    expect((await qualityOf(market, id)).calls).toBe(20);
    await market.advance(2 * DAY_MS);
    expect(await qualityOf(market, id)).toBeNull();
  });

  it('decides between equal matches of a search, and sorts lists, from the next day on', async () => {
    const market = atNoon(await openMarket(await newHome()));
    const seller = await obedient();
    const good = await publish(market, seller, { title: 'Rain now' });
    const bad = await publish(market, seller, { title: 'Rain today' });
    const unused = await publish(market, seller, { title: 'Rain never' });
    const [first, ...buyers] = await buyersOf(market, 5);
    await call(first as Api, bad.id, [200]);
    for (const buyer of buyers) {
      await call(buyer, good.id, [200, 200, 200, 200, 200]);
      await call(buyer, bad.id, [200, 500, 500, 500, 500]);
    }
    const orders = () =>
      Promise.all(
        ['query=rain', 'sort=quality', 'sort=calls'].map(async (query) => {
          const { body } = await market.api.get(`/v1/marketplace/listings?${query}`);
          return body.data.map(({ id }: { id: string }) => id);
        }),
      );
    await qualityOf(market, good.id);
    const newestFirst = [unused.id, bad.id, good.id];
    expect(await orders()).toEqual([newestFirst, newestFirst, newestFirst]);
    await market.advance(DAY_MS);
    const bestFirst = [good.id, unused.id, bad.id];
    expect(await orders()).toEqual([bestFirst, bestFirst, [bad.id, good.id, unused.id]]);
  });
});
