// docs/sell/listings.md#review: what a review decides, and what is possible meanwhile.
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { newFolder, providerOf, publish, type ListingParts } from '../market.ts';
import { EMBEDDED, MARKETS, type MarketUnderTest } from '../markets.ts';
import { reviewedInTime } from '../reviewed.ts';
import type { ApiResponse } from '../../../../test-bed/api.ts';
import { createGate } from '../../../../test-bed/gate.ts';
import { until } from '../../../../test-bed/until.ts';
import { openSeller } from '../../../../test-bed/within-test.ts';
import { OK, hold, json, type Reply, type SellerRequest } from '../../../../test-bed/seller.ts';

/** A provider whose review waits for its service until `finish`. */
async function underReview(openMarket: MarketUnderTest['openMarket'], parts: ListingParts = {}) {
  const market = await openMarket();
  const gate = createGate();
  const seller = await openSeller({ 'HEAD /run': gate.before(OK) });
  const { body: created } = await market.api.post('/v1/providers', providerOf(seller, parts));
  await gate.reached;
  async function finish(): Promise<any> {
    gate.open();
    await market.reviewsIdle();
    return (await market.api.get(`/v1/providers/${created.id}`)).body;
  }
  return { market, seller, created, finish };
}

describe.each(MARKETS)('a review, on $name', ({ openMarket }) => {
  it('tries three times before it flags a listing', async () => {
    const market = await openMarket();
    const seller = await openSeller({
      'HEAD /run': () => ({ status: 503 }),
    });
    const { body: created } = await market.api.post('/v1/providers', providerOf(seller));
    expect(created.status).toBe('pending_review');
    await until(() => seller.requestsTo('HEAD /run').length === 1);
    await reviewedInTime(market);
    expect(seller.requestsTo('HEAD /run').length).toBe(3);
    const { body } = await market.api.get(`/v1/providers/${created.id}`);
    expect(body.status).toBe('flagged');
    expect(body.reviewRejectionReason).toMatch(/reachability/);
  });

  it('publishes a listing whose service responds to the second attempt', async () => {
    const market = await openMarket();
    let heads = 0;
    const seller = await openSeller({
      'HEAD /run': () => {
        heads += 1;
        return { status: heads > 1 ? 200 : 503 };
      },
    });
    const { body: created } = await market.api.post('/v1/providers', providerOf(seller));
    await reviewedInTime(market);
    const { body } = await market.api.get(`/v1/providers/${created.id}`);
    expect(body.status).toBe('published');
  });

  it('a review that is running is not started again', async () => {
    const market = await openMarket();
    const gate = createGate();
    const seller = await openSeller({ 'HEAD /run': gate.before(OK) });
    const { body: created } = await market.api.post('/v1/providers', providerOf(seller));
    await until(() => seller.requestsTo('HEAD /run').length === 1);
    // The first tick finds the provider under review while its review is running.
    await market.advance(1);
    gate.open();
    await market.reviewsIdle();
    await market.advance(10_000);
    await market.reviewsIdle();
    expect(seller.requestsTo('HEAD /run').length).toBe(1);
    expect((await market.api.get(`/v1/providers/${created.id}`)).body.status).toBe('published');
  });

  it('refuses to change the run contract, delete or submit the listing while it runs', async () => {
    const { market, created, finish } = await underReview(openMarket);
    const refusedWith = ({ status, body }: ApiResponse) => [status, body.type];
    const requests = [
      market.api.patch(`/v1/listings/${created.id}`, {
        title: 'Bait',
        runContract: { healthEndpoint: `${created.runContract.endpointPath}/health` },
      }),
      market.api.delete(`/v1/providers/${created.id}`),
      market.api.post(`/v1/providers/${created.id}/submit`),
    ];
    for (const request of requests) {
      expect(refusedWith(await request)).toEqual([409, 'review_in_progress']);
    }
    expect(await finish()).toMatchObject({ title: 'Echo', status: 'published' });
  });

  it('publishes at the price that was set while it ran', async () => {
    const { market, created, seller, finish } = await underReview(openMarket);
    const price = { amount: 0.35, unit: 'page', currency: 'EUR' };
    const patched = await market.api.patch(`/v1/listings/${created.id}`, {
      runContract: {},
      listingState: 'draft',
      price,
    });
    expect(patched).toMatchObject({
      status: 200,
      body: { price, listingState: 'draft', revision: 2 },
    });
    expect(await finish()).toMatchObject({ price, status: 'published', revision: 2 });
    expect(seller.requestsTo('HEAD /run').length).toBe(1);
  });

  it('reads texts that change while it runs again, without calling the service again', async () => {
    const { market, created, seller, finish } = await underReview(openMarket);
    const { status } = await market.api.patch(`/v1/listings/${created.id}`, {
      description: 'A fucking echo.',
    });
    expect(status).toBe(200);
    const flagged = await finish();
    expect(flagged.status).toBe('flagged');
    expect(flagged.reviewRejectionReason).toMatch(/^content: the description /);
    expect(flagged.reviewChecks.filter(({ ok }: any) => !ok)).toHaveLength(1);
    expect(seller.requestsTo('HEAD /run').length).toBe(1);
  });

  it('publishes a listing whose text is corrected while it runs', async () => {
    const { market, created, finish } = await underReview(openMarket, { tags: ['bullshit'] });
    await market.api.patch(`/v1/listings/${created.id}`, { tags: ['echo'] });
    expect(await finish()).toMatchObject({ tags: ['echo'], status: 'published' });
  });

  it('keeps the changes of two simultaneous requests that arrive as it ends', async () => {
    const market = await openMarket();
    const seller = await openSeller();
    for (let round = 0; round < 6; round++) {
      const { body } = await market.api.post('/v1/providers', providerOf(seller));
      const path = `/v1/listings/${body.id}`;
      const patches = await Promise.all([
        market.api.patch(path, { price: { amount: 0.2 + round } }),
        market.api.patch(path, { tags: [`round-${round}`] }),
      ]);
      expect(patches.map(({ status }) => status)).toEqual([200, 200]);
      await market.reviewsIdle();
      expect((await market.api.get(`/v1/providers/${body.id}`)).body).toMatchObject({
        status: 'published',
        price: { amount: 0.2 + round },
        tags: [`round-${round}`],
      });
    }
  });
});

describe.each(EMBEDDED)(
  'a service that refuses every unsigned request, on $name',
  ({ openMarket }) => {
    it('passes each check after the first review, which sign its HEAD and GET', async () => {
      const market = await openMarket();
      const seller = await openSeller();
      const listing = await publish(market, seller);
      const patch = (runContract: object) =>
        market.api.patch(`/v1/listings/${listing.id}`, { runContract });
      const { body: signing } = await market.api.post(`/v1/providers/${listing.id}/signing-secret`);
      const mac = new Webhook(signing.secret);
      const strict = (request: SellerRequest): Reply => {
        try {
          const headers = request.headers as Record<string, string>;
          mac.verify(request.body.toString(), headers, { jsonParse: false });
          return OK;
        } catch {
          return json({ error: 'Missing X-MKT-Signature or X-MKT-Payload headers' }, 401);
        }
      };
      for (const method of ['HEAD', 'GET']) seller.on(`${method} /run`, strict);
      const runContract = { healthEndpoint: `${seller.url}/health`, inputSchema: {} };
      expect((await patch(runContract)).status).toBe(200);
      const probes = seller.requests.filter(({ headers }) => headers['x-mkt-signature']);
      expect(probes.map(({ method, path }) => `${method} ${path}`)).toEqual([
        'HEAD /run',
        'GET /run',
      ]);
      expect(new Set(probes.map(({ headers }) => headers['x-mkt-payload'])).size).toBe(2);

      const title = 'Echo';
      const contract = {
        title,
        runContract: { method: 'POST', endpointPath: `${seller.url}/run` },
      };
      seller.on('GET /contract', () => json({ provider: contract }));
      const preview = { serviceUrl: seller.url };
      const path = '/v1/listings/from-service/preview';
      expect((await market.api.post(path, preview)).body.publishable).toBe(true);
      const stranger = await market.otherApi();
      expect((await stranger.post(path, preview)).body.publishable).toBe(false);
    });
  },
);

describe.each(EMBEDDED)('reviews of services that hang, on $name', ({ openMarket, newHome }) => {
  it('try three times and end within 15 seconds, two of an account at a time', async () => {
    const home = await newHome();
    const market = await openMarket({ folder: newFolder(), ...home });
    const hanging = await openSeller({}, { other: hold });
    const created: string[] = [];
    for (let n = 0; n < 4; n++) {
      const runContract = { endpointPath: `${hanging.url}/run/${n}` };
      const { body } = await market.api.post('/v1/providers', providerOf(hanging, { runContract }));
      created.push(body.id);
    }
    const heads = () =>
      hanging.requests.filter(({ method }) => method === 'HEAD').map(({ path }) => path);
    await until(() => heads().length === 2);
    // Another account is reviewed at once while both places of the first one are taken.
    const honest = await openSeller();
    const api = await market.otherApi();
    const { body: provider } = await api.post('/v1/providers', providerOf(honest));
    const statusOf = async (id: string) => (await api.get(`/v1/providers/${id}`)).body.status;
    await expect.poll(() => statusOf(provider.id)).toBe('published');
    expect(new Set(heads()).size).toBe(2);
    const startedAtMs = market.clock.now();
    const isFlagged = async () => {
      const { body } = await market.api.get('/v1/providers');
      return body.data.filter((each: any) => each.status === 'flagged').length >= 2;
    };
    while (!(await isFlagged())) {
      market.clock.move(100);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    expect(market.clock.now() - startedAtMs).toBeLessThan(17_000);
    const first = heads()[0];
    expect(heads().filter((each) => each === first)).toHaveLength(3);
    await hanging.close();
    await reviewedInTime(market);
  }, 60_000);
});

describe.each(MARKETS)(
  'requests that make the marketplace call out, on $name',
  ({ openMarket }) => {
    const LIMIT = 6;
    const environment = { MKT_RATE_OUTBOUND_PER_MINUTE: String(LIMIT) };

    it('share one limit, which includes changing the title of a flagged listing', async () => {
      const market = await openMarket({ environment });
      const seller = await openSeller({
        'HEAD /run': () => ({ status: 404 }),
      });
      const { body: created } = await market.api.post('/v1/providers', providerOf(seller));
      const statuses: number[] = [];
      for (let n = 0; n < LIMIT; n++) {
        await reviewedInTime(market);
        const path = `/v1/listings/${created.id}`;
        statuses.push((await market.api.patch(path, { title: `Title ${n}` })).status);
      }
      expect(statuses).toEqual([...Array<number>(LIMIT - 1).fill(200), 429]);
      expect(seller.requestsTo('HEAD /run').length).toBe(3 * LIMIT);
    });

    it('do not include changes of texts', async () => {
      const market = await openMarket({ environment });
      const { id } = await publish(market, await openSeller());
      for (let n = 0; n < 2 * LIMIT; n++) {
        const { status } = await market.api.patch(`/v1/listings/${id}`, { title: `Title ${n}` });
        expect(status).toBe(200);
      }
    });
  },
);

describe.each(MARKETS)('two changes at once, on $name', ({ openMarket }) => {
  it('are both applied, one after the other', async () => {
    const market = await openMarket();
    const { id } = await publish(market, await openSeller());
    const patches = [{ title: 'One' }, { price: { amount: 3 } }, { description: 'Words' }];
    const responses = await Promise.all(
      patches.map((patch) => market.api.patch(`/v1/listings/${id}`, patch)),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await market.api.get(`/v1/listings/${id}`)).body).toMatchObject({
      title: 'One',
      price: { amount: 3 },
      description: 'Words',
    });
  });

  it('two changes of state that exclude each other: one is applied, the other refused', async () => {
    const market = await openMarket();
    const { id } = await publish(market, await openSeller());
    const responses = await Promise.all([
      market.api.patch(`/v1/listings/${id}`, { listingState: 'archived' }),
      market.api.patch(`/v1/listings/${id}`, { listingState: 'archived' }),
      market.api.patch(`/v1/listings/${id}`, { title: 'Late' }),
    ]);
    expect(responses.slice(0, 2).map(({ status }) => status)).toEqual([200, 200]);
    expect([200, 409]).toContain(responses[2]?.status);
    const { body } = await market.api.get(`/v1/listings/${id}`);
    expect(body.listingState).toBe('archived');
  });
});
