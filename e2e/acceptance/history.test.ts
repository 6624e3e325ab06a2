// docs/buy/catalogue.md#history: the history of a listing, for its owner and for buyers.
import { describe, expect, it } from 'vitest';
import type { Api } from '../../test-bed/api.ts';
import { newTitle, providerOf, runContractOf, TEXT_INPUT } from './contract.ts';
import { expectError } from './expect-error.ts';
import { openMarket } from './market.ts';
import { providerIn } from './provider-in-state.ts';

const market = await openMarket();
const { api, anonymous } = market;

const ownHistory = (id: string, query = '') => api.get(`/v1/listings/${id}/history${query}`);
const publicHistory = (id: string, query = '', from: Api = anonymous) =>
  from.get(`/v1/marketplace/listings/${id}/history${query}`);
const patch = async (id: string, body: object) => {
  const { status, text } = await api.patch(`/v1/listings/${id}`, body);
  expect(status, text).toBe(200);
};

describe.concurrent('the history of a listing', () => {
  it('has an entry for each change, with what it means for buyers', async () => {
    const seller = await market.seller();
    const inputSchema = { ...TEXT_INPUT, additionalProperties: false };
    const { provider } = await market.publish({
      seller,
      provider: { runContract: runContractOf(seller, { inputSchema }) },
    });
    const { id } = provider;
    await patch(id, { price: { amount: 0.5 } });
    await patch(id, { price: { amount: 0.25 } });
    const wider = { ...inputSchema, properties: { ...inputSchema.properties, language: {} } };
    await patch(id, { runContract: { inputSchema: wider } });
    await patch(id, { runContract: { inputSchema: { ...wider, required: ['text', 'language'] } } });
    await patch(id, { description: 'Words.' });
    await patch(id, { listingState: 'paused' });
    const { status, body } = await ownHistory(id);
    expect(status).toBe(200);
    const summary = body.data.map(({ revision, actor, verdict, changes }: any) => [
      revision,
      actor.kind,
      verdict,
      changes.map(({ path }: any) => path).join(' '),
    ]);
    expect(summary.slice(0, -1)).toEqual([
      [5, 'key', 'same', '/listingState'],
      [5, 'key', 'same', '/description'],
      [5, 'key', 'breaking', '/runContract/inputSchema'],
      [4, 'key', 'safe', '/runContract/inputSchema'],
      [3, 'key', 'safe', '/price/amount'],
      [2, 'key', 'breaking', '/price/amount'],
      [1, 'marketplace', 'same', '/listingState'],
    ]);
    expect(body.data.at(-1)).toMatchObject({ revision: 1, verdict: 'same' });
    const times = body.data.map(({ at }: any) => Date.parse(at));
    expect(times).toEqual(times.toSorted((one: number, other: number) => other - one));
  });

  it('is public since the publication, without actors and addresses', async () => {
    const seller = await market.seller();
    const hidden = newTitle('Never shown');
    const draft = await api.post(
      '/v1/providers',
      providerOf(seller, { title: hidden, listingState: 'draft' }),
    );
    const { id } = draft.body;
    expectError(await publicHistory(id), 404, 'not_found');
    await patch(id, { title: newTitle('Shown') });
    await api.post(`/v1/providers/${id}/submit`);
    await expect.poll(async () => (await publicHistory(id)).status).toBe(200);
    await patch(id, {
      tags: ['new'],
      runContract: { endpointPath: `${seller.url}/run?v=2` },
    });
    const { body, text } = await publicHistory(id);
    expect(body.data).toMatchObject([
      { revision: 2, verdict: 'safe', changes: [{ path: '/tags', to: ['new'] }] },
      { revision: 1, verdict: 'same', changes: [{ path: '/listingState', to: 'published' }] },
    ]);
    expect(text).not.toContain(hidden);
    expect(text).not.toContain(seller.url);
    expect(text).not.toContain('actor');
  });

  it('is not found by another owner, nor for an archived listing', async () => {
    const { provider } = await providerIn(market, 'archived');
    expect((await ownHistory(provider.id)).status).toBe(200);
    expectError(await publicHistory(provider.id), 404, 'not_found');
    const { api: other } = await market.account();
    expectError(await other.get(`/v1/listings/${provider.id}/history`), 404, 'not_found');
    const { api: unscoped } = await market.account('order:read');
    const refused = await unscoped.get(`/v1/listings/${provider.id}/history`);
    expectError(refused, 403, 'insufficient_scope');
    expectError(await anonymous.get(`/v1/listings/${provider.id}/history`), 401, 'unauthenticated');
  });

  it('comes in pages, newest first, by id or by slug', async () => {
    const { provider } = await market.publish();
    const { id, slug } = provider;
    for (const title of ['One', 'Two', 'Three']) await patch(id, { title: newTitle(title) });
    for (const read of [ownHistory, publicHistory]) {
      const all = (await read(slug)).body.data;
      const pages: any[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const { body }: any = await read(slug, `?limit=2${cursor ? `&cursor=${cursor}` : ''}`);
        expect(body.data.length).toBeLessThanOrEqual(2);
        pages.push(...body.data);
        cursor = body.nextCursor;
      }
      expect(pages).toEqual(all);
    }
    expectError(await ownHistory(id, '?cursor=nonsense'), 400, 'invalid_cursor');
    expectError(await publicHistory(id, '?limit=0'), 400, 'invalid_request');
    const { nextCursor } = (await ownHistory(id, '?limit=1')).body;
    expectError(await publicHistory(id, `?cursor=${nextCursor}`), 400, 'invalid_cursor');
  });

  it('is deleted with a draft', async () => {
    const { provider } = await providerIn(market, 'draft');
    expect((await ownHistory(provider.id)).body.data).toHaveLength(1);
    expect((await api.delete(`/v1/providers/${provider.id}`)).status).toBe(204);
    expectError(await ownHistory(provider.id), 404, 'not_found');
  });
});

describe('the public health of a listing', () => {
  it('has the probes that its owner reads', async () => {
    const seller = await market.seller();
    const { provider } = await market.publish({
      seller,
      provider: {
        runContract: runContractOf(seller, { healthEndpoint: `${seller.url}/health` }),
      },
    });
    const { status, body } = await anonymous.get(
      `/v1/marketplace/listings/${provider.slug}/health`,
    );
    expect([status, body.status, body.history.length]).toEqual([200, 'healthy', 1]);
    const { provider: archived } = await providerIn(market, 'archived');
    const gone = await anonymous.get(`/v1/marketplace/listings/${archived.id}/health`);
    expectError(gone, 404, 'not_found');
  });
});
