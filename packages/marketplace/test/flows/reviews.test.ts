// docs/listings.md#review: what a review decides, and what is possible meanwhile.
import { describe, expect, it, vi } from 'vitest';
import { newFolder, providerOf, publish } from '../market.ts';
import { MARKETS } from '../markets.ts';
import { reviewedInTime } from '../reviewed.ts';
import { createGate } from '../../../../test-bed/gate.ts';
import { until } from '../../../../test-bed/until.ts';
import { openSeller } from '../../../../test-bed/within-test.ts';
import { OK, hold } from '../../../../test-bed/seller.ts';

describe.each(MARKETS)('a review, on $name', ({ openMarket }) => {
  it('tries three times before it flags a provider', async () => {
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

  it('publishes a provider whose service responds to the second attempt', async () => {
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

  it('prevents changes of the provider while it runs', async () => {
    const market = await openMarket();
    const gate = createGate();
    const seller = await openSeller({ 'HEAD /run': gate.before(OK) });
    const { body: created } = await market.api.post('/v1/providers', providerOf(seller));
    const path = `/v1/listings/${created.id}`;
    const changed = await market.api.patch(path, { title: 'Bait' });
    expect([changed.status, changed.body.type]).toEqual([409, 'review_in_progress']);
    const deleted = await market.api.delete(`/v1/providers/${created.id}`);
    expect([deleted.status, deleted.body.type]).toEqual([409, 'review_in_progress']);
    const submitted = await market.api.post(`/v1/providers/${created.id}/submit`);
    expect([submitted.status, submitted.body.type]).toEqual([409, 'review_in_progress']);
    gate.open();
    await market.reviewsIdle();
    expect((await market.api.get(path)).body).toMatchObject({
      title: 'Echo',
      listingState: 'published',
    });
  });
});

describe.each(MARKETS)('reviews of services that hang, on $name', ({ openMarket, newHome }) => {
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
    await vi.waitFor(async () => expect(await statusOf(provider.id)).toBe('published'), {
      timeout: 10_000,
    });
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
