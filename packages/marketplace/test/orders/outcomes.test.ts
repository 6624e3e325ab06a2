// docs/operate/monitor.md#metrics: what became of orders, reviews, probes and deliveries, counted by the process that did it.
import { FAILURE_KINDS } from '@mkt/protocol';
import { describe, expect, it } from 'vitest';
import { createMovableClock } from '../../src/server/outside.ts';
import { providerOf, publish } from '../market.ts';
import { MARKETS } from '../markets.ts';
import { allOutcomes, outcomesOf } from '../outcome-counts.ts';
import { json, hold, OK } from '../../../../test-bed/seller.ts';
import { openSeller } from '../../../../test-bed/within-test.ts';
import { WEBHOOK_OUTCOMES } from '../../src/market/outcomes.ts';

const ORDERS = 'mkt_orders_settled_total';
const PROBES = 'mkt_health_probes_total';
const REVIEWS = 'mkt_reviews_total';
const WEBHOOKS = 'mkt_webhook_attempts_total';

describe.each(MARKETS)('the outcomes of orders, on $name', ({ openMarket, newHome }) => {
  it('are each zero before the first order settles', async () => {
    const { api } = await openMarket();
    const outcomes = ['completed', ...FAILURE_KINDS];
    expect(await allOutcomes(api, ORDERS)).toEqual(
      Object.fromEntries(outcomes.map((outcome) => [outcome, 0])),
    );
  });

  it('are counted before the response, by kind of failure', async () => {
    const market = await openMarket();
    const seller = await openSeller({
      'POST /run': ({ body }, response) => {
        switch (JSON.parse(body.toString()).does) {
          case 'refuse':
            return json({ error: 'No' }, 503);
          case 'garble':
            return { body: '<html>' };
          case 'hang up':
            response.destroy();
            return undefined;
          default:
            return json({});
        }
      },
    });
    const { id } = await publish(market, seller);
    for (const does of ['work', 'refuse', 'garble', 'hang up', 'work']) {
      await market.api.activate(id, { does }, 20);
    }
    // Reading the counts changes none.
    for (let scrape = 0; scrape < 2; scrape++) {
      expect(await outcomesOf(market.api, ORDERS)).toEqual({
        completed: 2,
        seller_status: 1,
        invalid_json: 1,
        connection: 1,
      });
    }
  });

  it('count the orders that expired while no process ran', async () => {
    const home = { ...(await newHome()), clock: createMovableClock() };
    const environment = { MKT_CALLS_PER_SELLER: '1' };
    const market = await openMarket({ ...home, environment });
    const seller = await openSeller({ 'POST /run': hold });
    const { id } = await publish(market, seller);
    for (const n of [1, 2, 3]) await market.api.activate(id, { n });
    const call = await seller.nextCall();
    const closed = market.close();
    call.respond({});
    await closed;

    home.clock.move(10 * 60_000);
    const again = await openMarket({ ...home, environment });
    expect(await outcomesOf(again.api, ORDERS)).toEqual({ expired: 2 });
  });
});

describe.each(MARKETS)('the outcomes of reviews, on $name', ({ openMarket }) => {
  it('count what was published, and what was flagged', async () => {
    const market = await openMarket();
    const seller = await openSeller();
    expect(await allOutcomes(market.api, REVIEWS)).toEqual({ published: 0, flagged: 0 });
    await publish(market, seller);
    await publish(market, seller, { title: 'Another' });
    const spam = { description: '<script>alert(1)</script>' };
    const { body } = await market.api.post('/v1/providers', providerOf(seller, spam));
    await market.reviewsIdle();
    expect((await market.api.get(`/v1/providers/${body.id}`)).body.status).toBe('flagged');
    expect(await outcomesOf(market.api, REVIEWS)).toEqual({ published: 2, flagged: 1 });
  });
});

describe.each(MARKETS)('the outcomes of probes, on $name', ({ openMarket }) => {
  it('count every request, also those that are repeated, but not the review’s own', async () => {
    const market = await openMarket();
    const replies = { success: 0, non_ok_status: 0, no_response: 0 };
    let next: keyof typeof replies = 'success';
    const seller = await openSeller({
      'GET /health': (_, response) => {
        replies[next] += 1;
        if (next === 'no_response') response.destroy();
        return next === 'no_response' ? undefined : next === 'success' ? OK : { status: 503 };
      },
    });
    await publish(market, seller, { runContract: { healthEndpoint: `${seller.url}/health` } });
    expect(replies.success).toBe(1);
    replies.success = 0;
    await market.advance(300_000);
    next = 'non_ok_status';
    await market.advance(300_000);
    await market.advance(5_000);
    next = 'no_response';
    await market.advance(15_000);
    expect(Object.values(replies)).not.toContain(0);
    expect(await allOutcomes(market.api, PROBES)).toEqual(replies);
  });
});

describe.each(MARKETS)('the outcomes of requests to webhooks, on $name', ({ openMarket }) => {
  it('count every attempt and every test, and no challenge', async () => {
    const market = await openMarket();
    expect(await allOutcomes(market.api, WEBHOOKS)).toEqual(
      Object.fromEntries(WEBHOOK_OUTCOMES.map((outcome) => [outcome, 0])),
    );
    let status = 503;
    const seller = await openSeller({ 'POST /hook': () => ({ status }) });
    const { id } = await publish(market, seller);
    const { body: webhook } = await market.api.post('/v1/webhooks', { url: `${seller.url}/hook` });
    await market.api.activate(id, {}, 10);
    await market.advance(2_000);
    expect(await outcomesOf(market.api, WEBHOOKS)).toEqual({ non_ok_status: 1 });
    status = 204;
    await market.advance(6_000);
    expect(await outcomesOf(market.api, WEBHOOKS)).toEqual({ non_ok_status: 1, success: 1 });
    await seller.close();
    await market.api.post(`/v1/webhooks/${webhook.id}/test`, {});
    const counted = { non_ok_status: 1, success: 1, connection: 1 };
    expect(await outcomesOf(market.api, WEBHOOKS)).toEqual(counted);
  });
});
