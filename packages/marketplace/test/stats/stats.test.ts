// docs/buy/spending.md#statistics: what buyers and sellers are told about their settled orders.
import { describe, expect, it } from 'vitest';
import { atNoon } from '../../../../test-bed/at-noon.ts';
import { openSeller } from '../../../../test-bed/within-test.ts';
import { json } from '../../../../test-bed/seller.ts';
import { createApi } from '../../../../test-bed/api.ts';
import { publish, type Market, type MarketOptions } from '../market.ts';
import { MARKETS } from '../markets.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const COUNT_EVERY_MS = 2_000;

const NOTHING = { calls: 0, completed: 0, failed: 0, failures: {} };

/** Statistics, once all settled orders are counted. */
async function statsOf(market: Market, path: string, api = market.api) {
  await market.advance(COUNT_EVERY_MS);
  const response = await api.get(`/v1/stats/${path}`);
  expect(response).toMatchObject({ status: 200 });
  return response.body;
}

/** A seller that answers with the `status` of the input. */
const obedient = () =>
  openSeller({
    'POST /run': ({ body }) => json({ done: true }, JSON.parse(String(body)).status ?? 200),
  });

describe.each(MARKETS)('statistics, on $name', (under) => {
  const { newHome } = under;
  const openMarket = async (options?: MarketOptions) => atNoon(await under.openMarket(options));

  it('count calls, failures by kind and money, for the buyer and the seller', async () => {
    const market = await openMarket(await newHome());
    const buyer = market.api.as((await market.createAccount()).apiKey);
    const outputSchema = { type: 'object', required: ['done'] };
    const { id, slug } = await publish(market, await obedient(), {
      price: { amount: 0.02 },
      runContract: { outputSchema },
    });
    await buyer.activate(id, {}, 5);
    await buyer.activate(id, {}, 5);
    await buyer.activate(id, { status: 503 }, 5);
    const counts = { calls: 3, completed: 2, failed: 1, failures: { seller_status: 1 } };
    const amounts = [{ currency: 'USD', amount: 0.04 }];
    const bought = await statsOf(market, 'orders', buyer);
    expect(bought.totals).toEqual({ ...counts, spend: amounts });
    const sold = await statsOf(market, `sales?listingId=${slug}`);
    expect(sold.totals).toEqual({
      ...counts,
      revenue: amounts,
      p50Ms: expect.any(Number),
      p95Ms: expect.any(Number),
      outputValid: { valid: 2, invalid: 0, unchecked: 0 },
    });
    expect(sold.data.at(-1)).toEqual({ start: sold.data.at(-1).start, ...sold.totals });
    // No account sees what others bought or sold.
    expect((await statsOf(market, 'orders')).totals).toEqual({ ...NOTHING, spend: [] });
    expect((await statsOf(market, `sales?listingId=${id}`, buyer)).totals).toMatchObject(NOTHING);
  });

  it('have an entry for every hour or day, the current one included', async () => {
    const market = await openMarket();
    const { from, to, by, data } = await statsOf(market, 'orders');
    const endMs = Math.floor(market.clock.now() / HOUR_MS) * HOUR_MS + HOUR_MS;
    expect([from, to, by]).toEqual([
      new Date(endMs - DAY_MS).toISOString(),
      new Date(endMs).toISOString(),
      'hour',
    ]);
    expect(data).toHaveLength(24);
    expect(data[0]).toEqual({ start: from, ...NOTHING, spend: [] });
    const days = await statsOf(market, 'sales?by=day');
    expect(days.data).toHaveLength(30);
    expect(days.data[0]).toMatchObject({ ...NOTHING, revenue: [], p50Ms: null, p95Ms: null });
  });

  it('extend the range to whole hours and days', async () => {
    const market = await openMarket();
    const day = new Date(market.clock.now()).toISOString().slice(0, 10);
    const range = `from=${day}T01:59:59Z&to=${day}T03:00:00.001Z`;
    const hours = await statsOf(market, `orders?${range}`);
    expect([hours.from, hours.to]).toEqual([`${day}T01:00:00.000Z`, `${day}T04:00:00.000Z`]);
    const days = await statsOf(market, `orders?by=day&${range}`);
    expect(days.data.map(({ start }: { start: string }) => start)).toEqual([
      `${day}T00:00:00.000Z`,
    ]);
  });

  it('are kept by hour for 31 days and by day for 2 years', async () => {
    const market = await openMarket();
    const at = (ms: number) => new Date(market.clock.now() + ms).toISOString();
    expect((await statsOf(market, `orders?from=${at(-31 * DAY_MS)}`)).data).toHaveLength(745);
    expect((await statsOf(market, `orders?by=day&from=${at(-731 * DAY_MS)}`)).data).toHaveLength(
      732,
    );
    for (const [query, path] of [
      [`from=${at(-31 * DAY_MS - HOUR_MS)}`, '/from'],
      [`by=day&from=${at(-732 * DAY_MS)}`, '/from'],
      [`from=${at(0)}&to=${at(-HOUR_MS)}`, '/from'],
      [`from=${at(-20 * DAY_MS)}&to=${at(20 * DAY_MS)}`, '/from'],
      [`to=${at(40 * DAY_MS)}`, '/to'],
      ['from=0000-01-01T00:00:00Z', '/from'],
      ['to=9999-12-31T23:59:59Z', '/to'],
      ['from=2026-02-30T00:00:00Z', '/from'],
      ['by=week', '/by'],
      ['limit=1', '/limit'],
    ] as const) {
      const { status, body } = await market.api.get(`/v1/stats/orders?${query}`);
      const seen = [query, status, body.type, body.details?.[0]?.path];
      expect(seen).toEqual([query, 400, 'invalid_request', path]);
    }
  });

  it('say what each listing of the seller sold, those with the most calls first', async () => {
    const market = await openMarket(await newHome());
    const buyer = market.api.as((await market.createAccount()).apiKey);
    const calm = await publish(market, await obedient(), {
      title: 'Calm',
      price: { amount: 1, currency: 'EUR' },
    });
    const busy = await publish(market, await obedient(), {
      title: 'Busy',
      price: { amount: 0.02 },
    });
    await publish(market, await obedient(), { title: 'Never called' });
    await buyer.activate(calm.id, {}, 5);
    await buyer.activate(busy.id, {}, 5);
    await buyer.activate(busy.id, { status: 503 }, 5);
    for (const by of ['hour', 'day']) {
      const { data, ...range } = await statsOf(market, `listings?by=${by}`);
      expect(range.by).toBe(by);
      expect(data).toEqual([
        {
          listingId: busy.id,
          slug: busy.slug,
          title: 'Busy',
          calls: 2,
          completed: 1,
          failed: 1,
          failures: { seller_status: 1 },
          revenue: [{ currency: 'USD', amount: 0.02 }],
        },
        {
          listingId: calm.id,
          slug: calm.slug,
          title: 'Calm',
          calls: 1,
          completed: 1,
          failed: 0,
          failures: {},
          revenue: [{ currency: 'EUR', amount: 1 }],
        },
      ]);
    }
    const yesterday = new Date(market.clock.now() - DAY_MS).toISOString();
    expect((await statsOf(market, `listings?by=day&to=${yesterday}`)).data).toEqual([]);
    // What an account bought is not what it sold.
    expect((await statsOf(market, 'listings', buyer)).data).toEqual([]);
    expect((await market.api.get('/v1/stats/listings?listingId=x')).status).toBe(400);
  });

  it('need a key with the scope of the orders', async () => {
    const market = await openMarket(await newHome());
    for (const [path, scope, other] of [
      ['orders', 'order:read', 'provider:read'],
      ['sales', 'provider:read', 'order:read'],
      ['listings', 'provider:read', 'order:read'],
    ] as const) {
      const url = `/v1/stats/${path}`;
      expect((await createApi(market.url, undefined).get(url)).status).toBe(401);
      const allowed = await market.createAccount({ scopes: [scope] });
      expect((await market.api.as(allowed.apiKey).get(url)).status).toBe(200);
      const refused = await market.createAccount({ scopes: [other] });
      expect(await market.api.as(refused.apiKey).get(url)).toMatchObject({
        status: 403,
        body: { requiredScope: scope },
      });
    }
  });

  it('are complete after a restart', async () => {
    const home = await newHome();
    const first = await openMarket(home);
    const { id } = await publish(first, await obedient());
    await first.api.activate(id, {}, 5);
    await statsOf(first, 'orders');
    await first.api.activate(id, {}, 5);
    await first.close();
    const { clock } = first;
    const second = await under.openMarket({ ...home, clock });
    expect((await statsOf(second, 'orders')).totals.calls).toBe(2);
    await second.advance(DAY_MS);
    expect((await statsOf(second, 'orders?by=day')).totals.calls).toBe(2);
  });
});
