// docs/buy/orders.md: lists of orders and sales without inputs and results.
import { describe, expect, it } from 'vitest';
import { COMPLETED, FAILED, published, settled } from '../database/samples.ts';
import { opened, walk } from '../http/list-pages.ts';

describe('a list of orders with view=summary', () => {
  it('has the same orders without requestBody and result, on full pages', async () => {
    const { market, store, accountId } = await opened();
    const { id: listingId } = await published(store, { accountId });
    const requestJson = JSON.stringify('q'.repeat(100_000));
    for (let n = 0; n < 30; n++) {
      const settlement = n % 2 === 0 ? COMPLETED : FAILED;
      await settled(store, { buyerId: accountId, listingId, requestJson, settlement });
    }
    for (const path of ['/v1/orders', '/v1/sales', `/v1/providers/${listingId}/orders`]) {
      const whole = await walk(market.api, `${path}?`);
      const short = await market.api.get(`${path}?limit=100&view=summary`);
      expect(short.body.data.map(({ id }: { id: string }) => id)).toEqual(whole.ids);
      expect(short.body.nextCursor).toBeNull();
      expect(whole.bytes.length).toBeGreaterThan(2);
      expect(Buffer.byteLength(short.text)).toBeLessThan(30_000);
      const { body } = await market.api.get(`${path}?limit=2`);
      const summaries = body.data.map((order: { requestBody: unknown; result?: unknown }) => {
        const { requestBody: _, result: __, ...rest } = order;
        return rest;
      });
      expect(short.body.data.slice(0, 2)).toEqual(summaries);
      const cursor = body.nextCursor as string;
      const next = await market.api.get(`${path}?limit=1&view=summary&cursor=${cursor}`);
      expect(next.body.data).toEqual(short.body.data.slice(2, 3));
    }
  });

  it('names the listing of each order, for buyers and sellers', async () => {
    const { market, store, accountId } = await opened();
    const { id: listingId, slug, content } = await published(store, { accountId });
    const { title } = content;
    await settled(store, { buyerId: accountId, listingId });
    for (const path of ['/v1/orders', '/v1/sales', `/v1/providers/${slug}/orders`]) {
      for (const query of ['', '?view=summary']) {
        const { body } = await market.api.get(`${path}${query}`);
        expect(body.data).toEqual([expect.objectContaining({ listing: { slug, title } })]);
      }
    }
  });

  it('refuses any other view', async () => {
    const { market } = await opened();
    for (const query of ['view=full', 'view=', 'view=summary&view=summary']) {
      const { status, body } = await market.api.get(`/v1/orders?${query}`);
      expect([query, status, body.type]).toEqual([query, 400, 'invalid_request']);
    }
  });
});
