// docs/sell/listings.md and docs/reference/protocol.md#lists: what lists of the catalogue contain, in which
// currency, and how long a page may be.
import { describe, expect, it } from 'vitest';
import type { Store } from '../../src/server/context.ts';
import { COMPLETED, published, settled } from '../database/samples.ts';
import type { Api } from '../../../../test-bed/api.ts';
import { opened, walk } from './list-pages.ts';

const PAGE_BYTES = 1024 * 1024;
const inCurrency = (store: Store, title: string, priceMicros: number, currency: string) =>
  published(store, { title, priceMicros, currency, category: null, tags: null });

async function titlesOf(api: Api, query: string): Promise<string[]> {
  const { status, body } = await api.get(`/v1/marketplace/listings?${query}`);
  expect(status).toBe(200);
  return body.data.map(({ title }: { title: string }) => title);
}

const schemaOf = (bytes: number) => ({ type: 'object', description: 'ü'.repeat(bytes / 2) });

describe('a list of the catalogue', () => {
  it('contains summaries: the method, and whether there are schemas', async () => {
    const { market, store } = await opened();
    const contract = {
      inputSchema: { type: 'object', required: ['city'] },
      requestExampleJson: '{"city":"Bern"}',
      responseExampleJson: '{"sky":"blue"}',
      healthEndpoint: 'https://seller.example.com/health',
    };
    const { id } = await published(store, { runContract: contract });
    const { body } = await market.api.get('/v1/marketplace/listings');
    const single = await market.api.get(`/v1/marketplace/listings/${id}`);
    const { runContract, ...common } = single.body;
    const { healthEndpoint: _, ...shown } = contract;
    expect(runContract).toEqual({ method: 'POST', ...shown });
    expect(body.data).toEqual([
      { ...common, runContract: { method: 'POST', hasInputSchema: true, hasOutputSchema: false } },
    ]);
  });

  it('contains full records with include=contract', async () => {
    const { market, store } = await opened();
    const runContract = {
      inputSchema: { type: 'object', description: '“quoted” \u2028 \\ "' },
      outputSchema: {},
      requestExampleJson: '"\\u0000"',
    };
    const ids = [await published(store, { runContract }), await published(store)].map(
      ({ id }) => id,
    );
    const { body } = await market.api.get('/v1/marketplace/listings?include=contract');
    const records = ids.map(
      async (id) => (await market.api.get(`/v1/marketplace/listings/${id}`)).body,
    );
    expect(body.data).toEqual((await Promise.all(records)).toReversed());
  });

  it('is refused with any other value of include', async () => {
    const { market } = await opened();
    const { status } = await market.api.get('/v1/marketplace/listings?include=everything');
    expect(status).toBe(400);
  });
});

describe('a list of the caller’s own records', () => {
  it('contains full records', async () => {
    const { market, store, accountId } = await opened();
    const runContract = { inputSchema: { type: 'object' }, responseExampleJson: '{}' };
    const { id } = await published(store, { accountId, runContract });
    for (const list of ['listings', 'providers']) {
      const { body } = await market.api.get(`/v1/${list}`);
      const single = await market.api.get(`/v1/${list}/${id}`);
      expect(body).toEqual({ data: [single.body], nextCursor: null });
    }
  });
});

describe('a page', () => {
  it('a page of listings is at most 1 MiB, however large they are, and no listing is missing', async () => {
    const { market, store, accountId } = await opened();
    const runContract = {
      inputSchema: schemaOf(64_000),
      outputSchema: schemaOf(64_000),
      requestExampleJson: JSON.stringify('x'.repeat(32_000)),
      // Grows when it is serialized, because every quote is escaped.
      responseExampleJson: JSON.stringify('"'.repeat(16_000)),
    };
    const description = '\u0001'.repeat(5_000);
    const ids: string[] = [];
    for (let n = 0; n < 60; n++) {
      ids.unshift((await published(store, { accountId, description, runContract })).id);
    }
    for (const path of [
      '/v1/marketplace/listings?',
      '/v1/marketplace/listings?include=contract&',
      '/v1/marketplace/listings?include=contract&sort=price&',
      '/v1/marketplace/listings?include=contract&query=weather&',
      '/v1/listings?',
      '/v1/providers?',
    ]) {
      const pages = await walk(market.api, path);
      expect(pages.ids).toEqual(ids);
      expect(Math.max(...pages.bytes)).toBeLessThanOrEqual(PAGE_BYTES);
      expect(pages.bytes.length).toBeLessThan(20);
    }
  });

  it('contains at least one record, even one that is larger', async () => {
    const { market, store } = await opened();
    const runContract = { inputSchema: schemaOf(2 * PAGE_BYTES) };
    const ids = [await published(store, { runContract }), await published(store, { runContract })];
    const pages = await walk(market.api, '/v1/marketplace/listings?include=contract&');
    expect(pages.ids).toEqual(ids.map(({ id }) => id).toReversed());
    expect(pages.bytes).toHaveLength(2);
  });

  it('a page of orders is at most 1 MiB', async () => {
    const { market, store, accountId } = await opened();
    const { id: listingId } = await published(store, { accountId });
    const settlement = { ...COMPLETED, resultJson: JSON.stringify('r'.repeat(150_000)) };
    const requestJson = JSON.stringify('q'.repeat(100_000));
    const ids: string[] = [];
    for (let n = 0; n < 9; n++) {
      ids.unshift(
        (await settled(store, { buyerId: accountId, listingId, requestJson, settlement })).id,
      );
    }
    for (const path of ['/v1/orders?', `/v1/providers/${listingId}/orders?`]) {
      const pages = await walk(market.api, path);
      expect(pages.ids).toEqual(ids);
      expect(Math.max(...pages.bytes)).toBeLessThanOrEqual(PAGE_BYTES);
    }
  });
});

describe('the currency of the catalogue', () => {
  async function sold() {
    const { market, store } = await opened();
    await inCurrency(store, 'free in euro', 0, 'EUR');
    await inCurrency(store, 'two dollars', 2_000_000, 'USD');
    await inCurrency(store, 'one euro', 1_000_000, 'EUR');
    await inCurrency(store, 'one dollar', 1_000_000, 'USD');
    await inCurrency(store, 'a yen', 1_000_000, 'JPY');
    await inCurrency(store, 'free in dollars', 0, 'USD');
    return market.api;
  }

  it('filters in every sort order if it is given; free listings match every currency', async () => {
    const api = await sold();
    expect(await titlesOf(api, 'currency=EUR')).toEqual([
      'free in dollars',
      'one euro',
      'free in euro',
    ]);
    expect(await titlesOf(api, 'currency=eur')).toEqual(await titlesOf(api, 'currency=EUR'));
    expect(await titlesOf(api, 'currency=EUR&sort=price')).toEqual([
      'free in dollars',
      'free in euro',
      'one euro',
    ]);
    expect(await titlesOf(api, 'currency=CHF')).toEqual(['free in dollars', 'free in euro']);
    expect(await titlesOf(api, 'currency=EUR&query=euro')).toEqual(['one euro', 'free in euro']);
    expect(await titlesOf(api, 'currency=JPY&query=dollar')).toEqual(['free in dollars']);
  });

  it('defaults to USD if prices are compared', async () => {
    const api = await sold();
    const upToOne = ['free in dollars', 'one dollar', 'free in euro'];
    expect(await titlesOf(api, 'maxPrice=1')).toEqual(upToOne);
    expect(await titlesOf(api, 'maxPrice=1&currency=USD')).toEqual(upToOne);
    expect(await titlesOf(api, 'maxPrice=1&currency=EUR')).toEqual([
      'free in dollars',
      'one euro',
      'free in euro',
    ]);
    expect(await titlesOf(api, 'maxPrice=0&currency=JPY')).toEqual([
      'free in dollars',
      'free in euro',
    ]);
    for (const digits of [10, 16, 20, 300]) {
      const inDollars = ['free in dollars', 'one dollar', 'two dollars', 'free in euro'];
      expect(await titlesOf(api, `maxPrice=${'1'.repeat(digits)}`)).toEqual(inDollars);
    }
    for (const query of ['sort=price', 'sort=price&query=dollar']) {
      const titles = await titlesOf(api, query);
      expect(titles).not.toContain('one euro');
      expect(titles).not.toContain('a yen');
      expect(titles.slice(-2)).toEqual(['one dollar', 'two dollars']);
    }
    expect(await titlesOf(api, '')).toHaveLength(6);
  });

  it('is the same on every page: a cursor is refused with a different currency', async () => {
    const api = await sold();
    for (const sort of ['sort=price', 'sort=newest']) {
      const first = await api.get(`/v1/marketplace/listings?${sort}&currency=EUR&limit=1`);
      const cursor = `cursor=${first.body.nextCursor}`;
      expect(await titlesOf(api, `${sort}&currency=EUR&limit=9&${cursor}`)).toHaveLength(2);
      for (const other of ['&currency=USD', sort === 'sort=price' ? '' : '&maxPrice=5']) {
        const path = `/v1/marketplace/listings?${sort}${other}&${cursor}`;
        const refused = await api.get(path);
        expect(refused.status).toBe(400);
        expect(refused.body.type).toBe('invalid_cursor');
      }
    }
  });

  for (const sort of ['price', 'newest']) {
    it(`sorted by ${sort}, the pages contain each listing once, whatever their size`, async () => {
      const api = await sold();
      const query = `/v1/marketplace/listings?currency=EUR&sort=${sort}&`;
      const { body } = await api.get(query);
      const ids = body.data.map(({ id }: { id: string }) => id);
      const received: string[] = [];
      for (let cursor = ''; ;) {
        const page = await api.get(`${query}limit=1${cursor}`);
        received.push(...page.body.data.map(({ id }: { id: string }) => id));
        if (page.body.nextCursor === null) break;
        cursor = `&cursor=${page.body.nextCursor}`;
      }
      expect(received).toEqual(ids);
    });
  }
});

describe('the catalogue under concurrent requests', () => {
  it('is up to date for everyone, including the counts of categories', async () => {
    const { market, store } = await opened();
    for (let n = 1; n <= 5; n++) {
      await published(store, { category: `category ${n}` });
      const requests = Array.from({ length: 20 }, () =>
        market.api.get('/v1/marketplace/categories'),
      );
      for (const { body } of await Promise.all(requests)) expect(body.data).toHaveLength(n);
      const { body } = await market.api.get('/v1/marketplace/listings');
      expect(body.data).toHaveLength(n);
    }
  });

  it('does not let one account block the lists of others', async () => {
    const { market, store } = await opened();
    await published(store);
    const other = await market.otherApi();
    const flood = Array.from({ length: 400 }, () => market.api.get('/v1/orders?orderState=failed'));
    expect((await other.get('/v1/marketplace/listings')).status).toBe(200);
    const statuses = (await Promise.all(flood)).map(({ status }) => status);
    expect(new Set([...statuses, 200, 503])).toEqual(new Set([200, 503]));
  });
});
