// docs/reference/protocol.md#lists: the pages and filters of lists.
import { describe, expect, it } from 'vitest';
import type { Api } from '../../test-bed/api.ts';
import { providerOf } from './contract.ts';
import { expectError } from './expect-error.ts';
import { activate, openMarket, settled } from './market.ts';
import { json } from '../../test-bed/seller.ts';
import { createGate } from '../../test-bed/gate.ts';

const market = await openMarket();
const { api } = market;
const seller = await market.seller();

const idsOf = (data: any[]): string[] => data.map(({ id }) => id);

async function pagesOf(from: Api, path: string, limit: number): Promise<string[][]> {
  const pages: string[][] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query = new URLSearchParams({ limit: String(limit), ...(cursor ? { cursor } : {}) });
    const response = await from.get(`${path}${path.includes('?') ? '&' : '?'}${query}`);
    expect(response.status, response.text).toBe(200);
    pages.push(idsOf(response.body.data));
    cursor = response.body.nextCursor;
    expect(pages.length).toBeLessThan(50);
  }
  return pages;
}

const draft = async (from: Api) =>
  (await from.post('/v1/providers', providerOf(seller, { listingState: 'draft' }))).body.id;

/** Every list, with a function that adds one row to it. */
const LISTS: [string, (own: Api) => Promise<{ path: string; add(): Promise<string> }>][] = [
  ['/v1/providers', async (own) => ({ path: '/v1/providers', add: () => draft(own) })],
  ['/v1/listings', async (own) => ({ path: '/v1/listings', add: () => draft(own) })],
  [
    '/v1/orders',
    async (own) => {
      const { provider } = await market.publish();
      return { path: '/v1/orders', add: async () => (await activate(own, provider.id, {})).id };
    },
  ],
  [
    '/v1/providers/{id}/orders',
    async (own) => {
      const { provider } = await market.publish({ api: own });
      const path = `/v1/providers/${provider.id}/orders`;
      return { path, add: async () => (await activate(api, provider.id, {})).id };
    },
  ],
  [
    '/v1/sales',
    async (own) => {
      const sold = [await market.publish({ api: own }), await market.publish({ api: own })];
      let sales = 0;
      const add = async () => (await activate(api, sold[(sales += 1) % 2]?.provider.id, {})).id;
      return { path: '/v1/sales', add };
    },
  ],
  [
    '/v1/api-keys',
    async (own) => ({
      path: '/v1/api-keys',
      add: async () => (await own.post('/v1/api-keys', { name: 'k', scopes: [] })).body.id,
    }),
  ],
];

for (const [name, prepare] of LISTS) {
  describe.concurrent(name, () => {
    it('is newest first, and its pages contain every row once even when rows are added between them', async () => {
      const { api: own } = await market.account();
      const { path, add } = await prepare(own);
      const before = idsOf((await own.get(path)).body.data);
      const made: string[] = [];
      for (let i = 0; i < 5; i++) made.push(await add());
      const expected = [...made.toReversed(), ...before];
      for (const limit of [1, 2, 5, 100]) {
        const pages = await pagesOf(own, path, limit);
        expect(pages.flat()).toEqual(expected);
        for (const page of pages.slice(0, -1)) expect(page).toHaveLength(limit);
      }
      const first = (await own.get(`${path}?limit=2`)).body;
      await add();
      const second = (await own.get(`${path}?limit=3&cursor=${first.nextCursor}`)).body;
      expect([...idsOf(first.data), ...idsOf(second.data)]).toEqual(made.toReversed());
    });

    it('refuses invalid limits and cursors', async () => {
      const own = api;
      const { path } = await prepare(own);
      for (const limit of ['0', '101', '-1', 'x', '1.5', '', '1e1', '0x5']) {
        expectError(await own.get(`${path}?limit=${limit}`), 400, 'invalid_request');
      }
      for (const cursor of ['x', 'bnVsbA', 'eyJhIjoxfQ', '%00', 'W10', '💥', 'x'.repeat(400)]) {
        const response = await own.get(`${path}?cursor=${encodeURIComponent(decodeURI(cursor))}`);
        expect(response.status, response.text).toBe(400);
        expect(['invalid_cursor', 'invalid_request']).toContain(response.body.type);
      }
      expectError(await own.get(`${path}?cursor=abcdef`), 400, 'invalid_cursor');
      expectError(await own.get(`${path}?page=2`), 400, 'invalid_request');
      expectError(await own.get(`${path}?limit=5&limit=6`), 400, 'invalid_request');
    });
  });
}

describe.concurrent('a list of the caller’s records', () => {
  it('has 20 rows by default, 100 at most, and only those of the caller', async () => {
    const [one, two] = [await market.account(), await market.account()];
    for (let i = 0; i < 21; i++) await draft(one.api);
    const { body } = await one.api.get('/v1/listings');
    expect(body.data).toHaveLength(20);
    expect(body.nextCursor).toMatch(/\S/);
    expect((await one.api.get('/v1/listings?limit=100')).body).toMatchObject({ nextCursor: null });
    expect((await pagesOf(one.api, '/v1/listings', 7)).flat()).toHaveLength(21);
    for (const path of ['/v1/listings', '/v1/providers', '/v1/orders']) {
      expect((await two.api.get(path)).body).toEqual({ data: [], nextCursor: null });
    }
  });

  it('refuses the cursor of another list', async () => {
    await draft(api);
    await draft(api);
    const { nextCursor } = (await api.get('/v1/listings?limit=1')).body;
    expectError(await api.get(`/v1/orders?cursor=${nextCursor}`), 400, 'invalid_cursor');
    const catalogue = await api.get(`/v1/marketplace/listings?sort=price&cursor=${nextCursor}`);
    expectError(catalogue, 400, 'invalid_cursor');
  });
});

describe.concurrent('the list of orders', () => {
  it('can be filtered by listing, state and time', async () => {
    const buyer = await market.account();
    const good = await market.publish();
    const bad = await market.publish();
    bad.seller.on('POST /run', () => json({}, 500));
    const orders = [];
    for (const { provider } of [good, bad, good]) {
      orders.push(await activate(buyer.api, provider.id, {}));
    }
    const [first, second, third] = idsOf(orders);
    const get = async (query: Record<string, string>) =>
      idsOf((await buyer.api.get(`/v1/orders?${new URLSearchParams(query)}`)).body.data);

    expect(await get({ listingId: good.provider.id })).toEqual([third, first]);
    expect(await get({ listingId: good.provider.slug })).toEqual([third, first]);
    expect(await get({ listingId: bad.provider.id })).toEqual([second]);
    expect(await get({ listingId: bad.provider.id, orderState: 'completed' })).toEqual([]);
    expect(await get({ orderState: 'failed' })).toEqual([second]);
    expect(await get({ orderState: 'completed' })).toEqual([third, first]);

    // createdAfter is inclusive, createdBefore exclusive; another UTC offset is the same time.
    const at: string = orders[1].createdAt;
    expect(await get({ createdAfter: at })).toEqual([third, second]);
    expect(await get({ createdBefore: at })).toEqual([first]);
    expect(await get({ createdAfter: at, createdBefore: at })).toEqual([]);
    expect(await get({ createdAfter: at.replace('Z', '+00:00') })).toEqual([third, second]);
    const elsewhere = new Date(Date.parse(at) + 2 * 3_600_000).toISOString().replace('Z', '+02:00');
    expect(await get({ createdAfter: elsewhere })).toEqual([third, second]);

    const pages = await pagesOf(buyer.api, `/v1/orders?listingId=${good.provider.id}`, 1);
    expect(pages.flat()).toEqual([third, first]);

    const ofSeller = `/v1/providers/${bad.provider.id}/orders`;
    expect(idsOf((await api.get(`${ofSeller}?orderState=failed`)).body.data)).toEqual([second]);
    expect((await api.get(`${ofSeller}?orderState=completed`)).body.data).toEqual([]);

    const gate = createGate();
    good.seller.on('POST /run', gate.before(json({})));
    const { body } = await buyer.api.post('/v1/orders', { listingId: good.provider.id });
    await gate.reached;
    expect(await get({ orderState: 'running' })).toEqual([body.id]);
    gate.open();
    await settled(buyer.api, body);
    expect(await get({ orderState: 'running' })).toEqual([]);
  });

  for (const query of [
    'orderState=done',
    'createdAfter=yesterday',
    'createdBefore=2026-13-01T00:00:00Z',
    'createdBefore=2026-02-30T00:00:00Z',
    'createdAfter=2026-01-01',
    'listingId=',
    'state=failed',
  ]) {
    it(`refuses ${query}`, async () => {
      expectError(await api.get(`/v1/orders?${query}`), 400, 'invalid_request');
    });
  }
});
