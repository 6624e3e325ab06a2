// docs/reference/protocol.md#scopes: order:read_own.
import { describe, expect, it } from 'vitest';
import { json } from '../../../../test-bed/seller.ts';
import { openSeller } from '../../../../test-bed/within-test.ts';
import type { Api } from '../../../../test-bed/api.ts';
import { publish } from '../market.ts';
import { MARKETS, type MarketUnderTest } from '../markets.ts';

const OWN = ['order:create', 'order:read_own'];

interface Key {
  id: string;
  api: Api;
}

async function keyOf(by: Api, scopes: string[]): Promise<Key> {
  const { status, body } = await by.post('/v1/api-keys', { name: 'agent', scopes });
  expect(status).toBe(201);
  return { id: body.id, api: by.as(body.key) };
}

/** A key that sees its own orders, one below it, one below that, and one beside them. */
async function opened({ openMarket, newHome }: MarketUnderTest) {
  const market = await openMarket(await newHome());
  const seller = await openSeller({ 'POST /run': () => json({ secret: 'of the account' }) });
  const { slug } = await publish(market, seller);
  const top = await keyOf(market.api, [...OWN, 'api_key:create']);
  const below = await keyOf(top.api, [...OWN, 'api_key:create']);
  const lowest = await keyOf(below.api, OWN);
  const beside = await keyOf(market.api, OWN);
  const buy = async ({ api }: { api: Api }) => (await api.activate(slug, {}, 10)).body.id;
  return { market, slug, top, below, lowest, beside, buy };
}

const listed = async ({ api }: Key, query = '') =>
  (await api.get(`/v1/orders${query}`)).body.data.map(({ id }: { id: string }) => id);

describe.each(MARKETS)('a key with order:read_own, on $name', (under) => {
  it('sees the orders of its own and of the keys below it, and no other', async () => {
    const { market, top, below, lowest, beside, buy } = await opened(under);
    const ofAccount = await buy(market);
    const ofTop = await buy(top);
    const ofBelow = await buy(below);
    const ofLowest = await buy(lowest);
    const ofBeside = await buy(beside);
    const all = [ofBeside, ofLowest, ofBelow, ofTop, ofAccount];
    for (const [key, visible] of [
      [top, [ofLowest, ofBelow, ofTop]],
      [below, [ofLowest, ofBelow]],
      [lowest, [ofLowest]],
      [beside, [ofBeside]],
    ] as const) {
      expect(await listed(key)).toEqual(visible);
      expect(await listed(key, '?view=summary&orderState=completed')).toEqual(visible);
      for (const id of all) {
        const { status, text } = await key.api.get(`/v1/orders/${id}`);
        const isVisible = (visible as readonly string[]).includes(id);
        expect([id, status]).toEqual([id, isVisible ? 200 : 404]);
        expect(text.includes('of the account')).toBe(isVisible);
      }
    }
    const account = { id: 'none', api: market.api };
    expect(await listed(account, `?keyId=${below.id.toUpperCase()}`)).toEqual([ofBelow]);
    expect(await listed(account, '?keyId=none&view=summary')).toEqual([]);
    expect(await listed(top, `?keyId=${below.id}`)).toEqual([ofBelow]);
    expect(await listed(top, `?keyId=${beside.id}`)).toEqual([]);
    // What a revoked key bought stays visible to the keys above it.
    await market.api.delete(`/v1/api-keys/${below.id}`);
    expect(await listed(top)).toEqual([ofLowest, ofBelow, ofTop]);
    expect((await top.api.get(`/v1/orders/${ofLowest}`)).status).toBe(200);
  });

  it('neither waits for nor cancels an order of another key', async () => {
    const { market, slug, top, beside } = await opened(under);
    const full = await openSeller({ 'POST /run': () => undefined });
    const { slug: slow } = await publish(market, full);
    const { body: order } = await market.api.activate(slow, {}, 0);
    const headers = { prefer: 'wait=30' };
    for (const api of [top.api, beside.api]) {
      const path = `/v1/orders/${order.id}`;
      expect((await api.request('GET', path, undefined, { headers })).status).toBe(404);
      expect((await api.post(`${path}/cancel`, {})).status).toBe(404);
    }
    const own = await top.api.activate(slug, {}, 10);
    const cancelled = await top.api.post(`/v1/orders/${own.body.id}/cancel`, {});
    expect([cancelled.status, cancelled.body.type]).toEqual([409, 'order_settled']);
  });

  it('may not read counts of the whole account', async () => {
    const { top } = await opened(under);
    for (const path of ['/v1/stats/orders', '/v1/usage']) {
      const { status, body } = await top.api.get(path);
      expect([path, status, body.requiredScope]).toEqual([path, 403, 'order:read']);
    }
  });
});

describe('a key without either scope', () => {
  it('is refused, and told the names of both', async () => {
    const { openMarket } = MARKETS[0] as MarketUnderTest;
    const market = await openMarket();
    const { api } = await keyOf(market.api, ['order:create']);
    for (const path of ['/v1/orders', '/v1/orders/01993b41-2e00-7b64-8c1f-3a9d5e7f0c12']) {
      expect((await api.get(path)).body).toMatchObject({
        error: 'The API key does not have the scope order:read, nor order:read_own.',
        type: 'insufficient_scope',
        requiredScope: 'order:read',
      });
    }
  });
});
