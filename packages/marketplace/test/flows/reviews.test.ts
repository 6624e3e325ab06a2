// Protocol reference §1: what a review decides, and what happens meanwhile.
import { describe, expect, it } from 'vitest';
import { providerOf, publish, type Market } from '../market.ts';
import { MARKETS } from '../markets.ts';
import { until } from '../seller-server.ts';
import { openSeller } from '../seller.ts';

/** Runs reviews to their end; the pauses between their tries are the clock's. */
async function reviewedInTime(market: Market) {
  const done = market.reviewsIdle().then(() => 'done');
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  while ((await Promise.race([done, turn()])) !== 'done') market.clock.move(500);
}

describe.each(MARKETS)('a review, on $name', ({ openMarket }) => {
  it('tries the network three times before it flags', async () => {
    const market = await openMarket();
    const seller = await openSeller({
      other: (methodAndPath, response) => {
        if (methodAndPath !== 'HEAD /run') return false;
        response.writeHead(503).end();
        return true;
      },
    });
    const { body: created } = await market.api.post('/v1/providers', providerOf(seller));
    expect(created.status).toBe('pending_review');
    await until(() => seller.requestsTo('HEAD /run') === 1);
    await reviewedInTime(market);
    expect(seller.requestsTo('HEAD /run')).toBe(3);
    const { body } = await market.api.get(`/v1/providers/${created.id}`);
    expect(body.status).toBe('flagged');
    expect(body.reviewRejectionReason).toMatch(/reachability/);
  });

  it('publishes what answers at the second try', async () => {
    const market = await openMarket();
    let heads = 0;
    const seller = await openSeller({
      other: (methodAndPath, response) => {
        if (methodAndPath !== 'HEAD /run') return false;
        heads += 1;
        if (heads > 1) return false;
        response.writeHead(503).end();
        return true;
      },
    });
    const { body: created } = await market.api.post('/v1/providers', providerOf(seller));
    await reviewedInTime(market);
    const { body } = await market.api.get(`/v1/providers/${created.id}`);
    expect(body.status).toBe('published');
  });

  it('that is under way is not begun twice by a sweep', async () => {
    const market = await openMarket();
    const held = Promise.withResolvers<void>();
    const seller = await openSeller({
      other: async (methodAndPath) => {
        if (methodAndPath === 'HEAD /run') await held.promise;
        return false;
      },
    });
    const { body: created } = await market.api.post('/v1/providers', providerOf(seller));
    await until(() => seller.requestsTo('HEAD /run') === 1);
    // The first tick sweeps: it finds the row under review, and its review under way.
    await market.advance(1);
    held.resolve();
    await market.reviewsIdle();
    await market.advance(10_000);
    await market.reviewsIdle();
    expect(seller.requestsTo('HEAD /run')).toBe(1);
    expect((await market.api.get(`/v1/providers/${created.id}`)).body.status).toBe('published');
  });

  it('lets nothing of the provider change meanwhile', async () => {
    const market = await openMarket();
    const held = Promise.withResolvers<void>();
    const seller = await openSeller({
      other: async (methodAndPath) => {
        if (methodAndPath === 'HEAD /run') await held.promise;
        return false;
      },
    });
    const { body: created } = await market.api.post('/v1/providers', providerOf(seller));
    const path = `/v1/listings/${created.id}`;
    const changed = await market.api.patch(path, { title: 'Bait' });
    expect([changed.status, changed.body.type]).toEqual([409, 'review_in_progress']);
    const deleted = await market.api.delete(`/v1/providers/${created.id}`);
    expect([deleted.status, deleted.body.type]).toEqual([409, 'review_in_progress']);
    const submitted = await market.api.post(`/v1/providers/${created.id}/submit`);
    expect([submitted.status, submitted.body.type]).toEqual([409, 'review_in_progress']);
    held.resolve();
    await market.reviewsIdle();
    expect((await market.api.get(path)).body).toMatchObject({
      title: 'Echo',
      listingState: 'published',
    });
  });
});

describe.each(MARKETS)('two changes at once, on $name', ({ openMarket }) => {
  it('are both made, one after the other', async () => {
    const market = await openMarket();
    const { id } = await publish(market, await openSeller());
    const patches = [{ title: 'One' }, { price: { amount: 3 } }, { description: 'Words' }];
    const answers = await Promise.all(
      patches.map((patch) => market.api.patch(`/v1/listings/${id}`, patch)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await market.api.get(`/v1/listings/${id}`)).body).toMatchObject({
      title: 'One',
      price: { amount: 3 },
      description: 'Words',
    });
  });

  it('of state, where one rules the other out, are told so', async () => {
    const market = await openMarket();
    const { id } = await publish(market, await openSeller());
    const answers = await Promise.all([
      market.api.patch(`/v1/listings/${id}`, { listingState: 'archived' }),
      market.api.patch(`/v1/listings/${id}`, { listingState: 'archived' }),
      market.api.patch(`/v1/listings/${id}`, { title: 'Late' }),
    ]);
    expect(answers.slice(0, 2).map(({ status }) => status)).toEqual([200, 200]);
    expect([200, 409]).toContain(answers[2]?.status);
    const { body } = await market.api.get(`/v1/listings/${id}`);
    expect(body.listingState).toBe('archived');
  });
});
