// docs/reference/limits.md#shares: the limits per account, over HTTP.
import { describe, expect, it } from 'vitest';
import { newFolder, providerOf, publish } from '../market.ts';
import { MARKETS } from '../markets.ts';
import { openSeller } from '../../../../test-bed/within-test.ts';
import { hold, json } from '../../../../test-bed/seller.ts';

describe.each(MARKETS)('the shares of an account, on $name', ({ openMarket, newHome }) => {
  const openShared = async (environment: Record<string, string>) => {
    const home = await newHome();
    const market = await openMarket({ folder: newFolder(), ...home, environment });
    return { market, other: await market.otherApi() };
  };

  it('the share of waiting orders leaves room in the queue of a seller for other buyers', async () => {
    const { market, other } = await openShared({
      MKT_CALLS_PER_SELLER: '1',
      MKT_WAITING_PER_SELLER: '10',
      MKT_SHARE_WAITING_PER_PAIR: '2',
    });
    const seller = await openSeller({ 'POST /run': hold });
    const { id } = await publish(market, seller);
    expect((await market.api.activate(id, { n: 0 })).body.orderState).toBe('running');
    for (const n of [1, 2]) {
      expect((await market.api.activate(id, { n })).body.orderState).toBe('pending');
    }
    const refused = await market.api.activate(id, { n: 3 });
    expect([refused.status, refused.body.type, refused.body.limit]).toEqual([
      429,
      'quota_exceeded',
      'waiting_orders',
    ]);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect((await other.activate(id, { n: 4 })).body.orderState).toBe('pending');
    (await seller.nextCall()).respond({});
    expect((await seller.nextCall()).input).toEqual({ n: 1 });
  });

  it('the share of waiting orders does not apply to replays', async () => {
    const { market } = await openShared({
      MKT_CALLS_PER_SELLER: '1',
      MKT_SHARE_WAITING_PER_BUYER: '1',
    });
    const seller = await openSeller({ 'POST /run': hold });
    const { id: listingId } = await publish(market, seller);
    await market.api.activate(listingId, { n: 0 });
    const headers = { 'idempotency-key': 'once' };
    const body = { listingId, requestBody: { n: 1 } };
    const first = await market.api.post('/v1/orders', body, { headers });
    expect(first.body.orderState).toBe('pending');
    expect((await market.api.activate(listingId, { n: 2 })).body.limit).toBe('waiting_orders');
    const again = await market.api.post('/v1/orders', body, { headers });
    expect(again.status).toBe(201);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.body.id).toBe(first.body.id);
  });

  it('requests return at once when the share of long polls is used up', async () => {
    const { market, other } = await openShared({ MKT_SHARE_LONG_POLLS: '1' });
    const seller = await openSeller({ 'POST /run': hold });
    const { id } = await publish(market, seller);
    const { body: order } = await market.api.activate(id, {});
    const headers = { prefer: 'wait=20' };
    const path = `/v1/orders/${order.id}`;
    const held = market.api.activate(id, {}, 20);
    await seller.nextCall();
    const call = await seller.nextCall();
    const atOnce = await market.api.get(path, { headers });
    expect(atOnce.status).toBe(200);
    expect(atOnce.body.orderState).toBe('running');
    expect(atOnce.headers.get('preference-applied')).toBeNull();
    const elsewhere = other.activate(id, {}, 20);
    (await seller.nextCall()).respond({});
    expect((await elsewhere).headers.get('preference-applied')).toBe('wait=20');
    call.respond({});
    expect((await held).body.orderState).toBe('completed');
    // The share is free again.
    const later = market.api.get(path, { headers: { prefer: 'wait=1' } });
    expect((await later).headers.get('preference-applied')).toBe('wait=1');
  });

  it('the share of stored bytes refuses the next activation, never a running order', async () => {
    const { market, other } = await openShared({ MKT_SHARE_STORED_BYTES: '1000' });
    const seller = await openSeller({
      'POST /run': () => json({ text: 'x'.repeat(2_000) }),
    });
    const { id } = await publish(market, seller);
    expect((await market.api.activate(id, {}, 20)).body.orderState).toBe('completed');
    const refused = await market.api.activate(id, {}, 20);
    expect([refused.status, refused.body.type, refused.body.limit]).toEqual([
      429,
      'quota_exceeded',
      'stored_bytes',
    ]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await market.api.get('/v1/orders')).body.data).toHaveLength(1);
    expect((await other.activate(id, {}, 20)).body.orderState).toBe('completed');
  });

  it('the share of listings counts all that are not archived', async () => {
    const { market, other } = await openShared({ MKT_SHARE_LISTINGS: '2' });
    const seller = await openSeller();
    const draft = providerOf(seller, { listingState: 'draft' });
    const { id } = await publish(market, seller);
    expect((await market.api.post('/v1/providers', draft)).status).toBe(201);
    const refused = await market.api.post('/v1/providers', draft);
    expect([refused.status, refused.body.limit]).toEqual([429, 'listings']);
    expect((await other.post('/v1/providers', draft)).status).toBe(201);
    await market.api.patch(`/v1/listings/${id}`, { listingState: 'archived' });
    expect((await market.api.post('/v1/providers', draft)).status).toBe(201);
  });

  it('the share of API keys counts those that are neither revoked nor expired', async () => {
    const { market } = await openShared({ MKT_SHARE_API_KEYS: '2' });
    const key = { name: 'laptop', scopes: ['order:read'] };
    const first = await market.api.post('/v1/api-keys', key);
    expect(first.status).toBe(201);
    const refused = await market.api.post('/v1/api-keys', key);
    expect([refused.status, refused.body.limit]).toEqual([429, 'api_keys']);
    await market.api.delete(`/v1/api-keys/${first.body.id}`);
    expect((await market.api.post('/v1/api-keys', key)).status).toBe(201);
  });
});
