// docs/buy/catalogue.md#history: what owners and buyers read about the changes of a listing.
import { describe, expect, it } from 'vitest';
import type { Api } from '../../../../test-bed/api.ts';
import { openSeller } from '../../../../test-bed/within-test.ts';
import { providerOf, publish } from '../market.ts';
import { MARKETS } from '../markets.ts';
import { EXPLODING, LARGEST } from '../schemas/hostile-changes.ts';

const own = async (api: Api, id: string, query = '') =>
  (await api.get(`/v1/listings/${id}/history${query}`)).body;
const shown = async (api: Api, id: string, query = '') =>
  (await api.get(`/v1/marketplace/listings/${id}/history${query}`)).body;

const city = (more: object = {}) => ({
  type: 'object',
  properties: { city: { type: 'string', ...more } },
  additionalProperties: false,
});

describe.each(MARKETS)('the history of a listing, on $name', ({ openMarket }) => {
  it('has the changes of its owner and of the marketplace, newest first', async () => {
    const market = await openMarket();
    const seller = await openSeller();
    const { id } = await publish(market, seller, {
      title: 'Weather',
      runContract: { inputSchema: city() },
    });
    const patch = (body: object) => market.api.patch(`/v1/listings/${id}`, body);
    await patch({ price: { amount: 0.02 } });
    await patch({ runContract: { inputSchema: city({ maxLength: 9 }) } });
    await patch({ title: 'Weather by city', listingState: 'paused' });
    await patch({ runContract: { endpointPath: `${seller.url}/run?v=2` } });
    const { data, nextCursor } = await own(market.api, id);
    expect(nextCursor).toBeNull();
    const key = { kind: 'key', name: expect.any(String) };
    expect(data.slice(0, 5)).toEqual([
      {
        revision: 4,
        at: expect.any(String),
        actor: key,
        verdict: 'safe',
        changes: [
          {
            path: '/runContract/endpointPath',
            from: `${seller.url}/run`,
            to: `${seller.url}/run?v=2`,
          },
        ],
        findings: [
          {
            path: '/runContract/endpointPath',
            severity: 'safe',
            message: 'The endpoint was changed.',
          },
        ],
      },
      {
        revision: 3,
        at: expect.any(String),
        actor: key,
        verdict: 'same',
        changes: [
          { path: '/title', from: 'Weather', to: 'Weather by city' },
          { path: '/listingState', from: 'published', to: 'paused' },
        ],
        findings: [],
      },
      {
        revision: 3,
        at: expect.any(String),
        actor: key,
        verdict: 'breaking',
        changes: [
          {
            path: '/runContract/inputSchema',
            from: city(),
            to: city({ maxLength: 9 }),
          },
        ],
        findings: [
          {
            path: '/runContract/inputSchema/properties/city/maxLength',
            severity: 'breaking',
            message: '"maxLength" of "city" was added: 9.',
          },
        ],
      },
      {
        revision: 2,
        at: expect.any(String),
        actor: key,
        verdict: 'breaking',
        changes: [{ path: '/price/amount', from: 0, to: 0.02 }],
        findings: [
          {
            path: '/price/amount',
            severity: 'breaking',
            message: 'The price was changed from free to USD 0.02 per call.',
          },
        ],
      },
      {
        revision: 1,
        at: expect.any(String),
        actor: { kind: 'marketplace', name: null },
        verdict: 'same',
        changes: [{ path: '/listingState', from: 'draft', to: 'published' }],
        findings: [],
      },
    ]);
    expect(data).toHaveLength(6);
    expect(data[5]).toMatchObject({ revision: 1, actor: key, verdict: 'same' });
  });

  it('shows buyers what they see of the listing since it was published, and no more', async () => {
    const market = await openMarket();
    const seller = await openSeller();
    const created = await market.api.post(
      '/v1/providers',
      providerOf(seller, { title: 'Secret plans', listingState: 'draft' }),
    );
    const { id } = created.body;
    const { status } = await market.api.get(`/v1/marketplace/listings/${id}/history`);
    expect(status).toBe(404);
    await market.api.patch(`/v1/listings/${id}`, { title: 'Weather' });
    await market.api.post(`/v1/providers/${id}/submit`, {});
    await market.reviewsIdle();
    await market.api.patch(`/v1/listings/${id}`, {
      description: 'Of every city.',
      runContract: {
        endpointPath: `${seller.url}/run?v=2`,
        healthEndpoint: `${seller.url}/health?v=2`,
      },
    });
    const buyer = await market.otherApi();
    const { data } = await shown(buyer, id);
    expect(data).toEqual([
      {
        revision: 2,
        at: expect.any(String),
        verdict: 'safe',
        changes: [{ path: '/description', from: null, to: 'Of every city.' }],
        findings: [expect.objectContaining({ message: 'The endpoint was changed.' })],
      },
      {
        revision: 1,
        at: expect.any(String),
        verdict: 'same',
        changes: [{ path: '/listingState', from: 'draft', to: 'published' }],
        findings: [],
      },
    ]);
    expect(JSON.stringify(data)).not.toMatch(/Secret plans|127\.0\.0\.1|actor/);
    expect((await own(market.api, id)).data).toHaveLength(4);
  });

  it('is found by its owner only, and by buyers while the listing is', async () => {
    const market = await openMarket();
    const seller = await openSeller();
    const { id, slug } = await publish(market, seller);
    const other = await market.otherApi();
    const unscoped = await market.otherApi({ scopes: ['provider:read'] });
    expect((await other.get(`/v1/listings/${id}/history`)).status).toBe(404);
    expect((await unscoped.get(`/v1/listings/${id}/history`)).status).toBe(403);
    expect((await shown(other, slug)).data).toEqual((await shown(other, id)).data);
    await market.api.patch(`/v1/listings/${id}`, { listingState: 'paused' });
    expect((await shown(other, id)).data).toHaveLength(2);
    await market.api.patch(`/v1/listings/${id}`, { listingState: 'archived' });
    expect((await other.get(`/v1/marketplace/listings/${id}/history`)).status).toBe(404);
    expect((await own(market.api, id)).data).toHaveLength(4);
  });

  it('has no entry for a change that was refused, or that changes nothing', async () => {
    const market = await openMarket();
    const { id } = await publish(market, await openSeller(), { title: 'Weather' });
    const patch = async (body: object) =>
      (await market.api.patch(`/v1/listings/${id}`, body)).status;
    expect(await patch({ title: 'Weather' })).toBe(200);
    expect(await patch({ title: 'Holy shit' })).toBe(422);
    expect(await patch({ listingState: 'draft', title: 'New' })).toBe(409);
    expect((await own(market.api, id)).data).toHaveLength(2);
  });

  it('has one entry for each accepted change, in the order of revisions', async () => {
    const market = await openMarket();
    const { id } = await publish(market, await openSeller());
    const patches = Array.from({ length: 20 }, (_, n) =>
      market.api.patch(`/v1/listings/${id}`, { price: { amount: (n + 1) / 100 } }),
    );
    const statuses = (await Promise.all(patches)).map(({ status }) => status);
    expect(new Set(statuses.filter((status) => status !== 200))).toEqual(
      new Set(statuses.includes(409) ? [409] : []),
    );
    const accepted = statuses.filter((status) => status === 200).length;
    const { data } = await own(market.api, id, '?limit=100');
    const revised = data.slice(0, -2);
    expect(revised.map(({ revision }: any) => revision)).toEqual(
      Array.from({ length: accepted }, (_, n) => accepted + 1 - n),
    );
    // Each entry was compared with the version before it.
    for (const [n, { changes }] of revised.entries()) {
      const earlier = revised[n + 1];
      expect(changes[0].from).toBe(earlier ? earlier.changes[0].to : 0);
    }
  });

  it('is listed in pages, whose cursors belong to the listing', async () => {
    const market = await openMarket();
    const seller = await openSeller();
    const { id } = await publish(market, seller);
    const { id: otherId } = await publish(market, seller);
    await market.api.patch(`/v1/listings/${id}`, { title: 'New' });
    for (const read of [own, shown]) {
      const all = await read(market.api, id);
      const first = await read(market.api, id, '?limit=1');
      expect(first.data).toEqual(all.data.slice(0, 1));
      const rest = await read(market.api, id, `?cursor=${first.nextCursor}`);
      expect([...first.data, ...rest.data]).toEqual(all.data);
      const elsewhere = await read(market.api, otherId, `?cursor=${first.nextCursor}`);
      expect(elsewhere.type).toBe('invalid_cursor');
    }
  });
});

describe.each(MARKETS)('the history of a hostile seller, on $name', ({ openMarket }) => {
  it('says that schemas could not be compared if that takes too much work', async () => {
    const market = await openMarket();
    const seller = await openSeller();
    const { id } = await publish(market, seller, {
      runContract: { inputSchema: EXPLODING[0]?.[1] },
    });
    const { status, body } = await market.api.patch(`/v1/listings/${id}`, {
      runContract: { inputSchema: EXPLODING[0]?.[2] },
    });
    expect([status, body.revision]).toEqual([200, 2]);
    const [{ verdict, findings }] = (await own(market.api, id)).data;
    expect(verdict).toBe('unknown');
    expect(findings).toMatchObject([{ message: expect.stringMatching(/too complex/) }]);
  });

  it('stores the beginning of long values, and says so', async () => {
    const market = await openMarket();
    const seller = await openSeller();
    const [, before, after] = LARGEST;
    const { id } = await publish(market, seller, { runContract: { inputSchema: before } });
    await market.api.patch(`/v1/listings/${id}`, { runContract: { inputSchema: after } });
    const { text } = await market.api.get(`/v1/listings/${id}/history`);
    const [{ changes, findings, verdict }] = JSON.parse(text).data;
    expect(verdict).toBe('safe');
    expect(changes).toEqual([
      {
        path: '/runContract/inputSchema',
        from: JSON.stringify(before).slice(0, 2_000),
        to: JSON.stringify(after).slice(0, 2_000),
        shortened: ['from', 'to'],
      },
    ]);
    expect(findings).toHaveLength(50);
    expect(findings.at(-1).message).toMatch(/^There are \d+ more differences\.$/);
    expect(text.length).toBeLessThan(50_000);
  });

  it('takes hostile texts as they are', async () => {
    const market = await openMarket();
    const { id } = await publish(market, await openSeller());
    const schema = JSON.parse('{"properties":{"__proto__":{"const":"\\ud800\\u0000\\u2028"}}}');
    await market.api.patch(`/v1/listings/${id}`, { runContract: { inputSchema: schema } });
    const [{ changes }] = (await shown(market.api, id)).data;
    expect(JSON.stringify(changes[0].to)).toBe(JSON.stringify(schema));
  });
});

describe.each(MARKETS)('the public health of a listing, on $name', ({ openMarket }) => {
  it('is that which its owner reads', async () => {
    const market = await openMarket();
    const seller = await openSeller();
    const { id, slug } = await publish(market, seller, {
      runContract: { healthEndpoint: `${seller.url}/health` },
    });
    const { body } = await market.api.get(`/v1/providers/${id}/health`);
    expect(body).toMatchObject({ status: 'healthy', history: [{ healthy: true }] });
    const buyer = await market.otherApi();
    const published = await buyer.get(`/v1/marketplace/listings/${slug}/health`);
    expect([published.status, published.body]).toEqual([200, body]);
    await market.api.patch(`/v1/listings/${id}`, { listingState: 'archived' });
    expect((await buyer.get(`/v1/marketplace/listings/${id}/health`)).status).toBe(404);
  });
});
