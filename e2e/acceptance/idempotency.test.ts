// docs/buy/orders.md#idempotency: `Idempotency-Key`.
import { describe, expect, it } from 'vitest';
import type { Api } from '../../test-bed/api.ts';
import { runContractOf, TEXT_INPUT } from './contract.ts';
import { expectError } from './expect-error.ts';
import { openMarket, settled } from './market.ts';
import { json } from '../../test-bed/seller.ts';
import { publishGated } from './gated-listing.ts';

const market = await openMarket();
const { api } = market;

const REPLAYED = 'idempotent-replayed';
let keys = 0;
const newKey = () => `key-${process.pid}-${(keys += 1)}`;

const order = (key: string, body: unknown, from: Api = api, headers: Record<string, string> = {}) =>
  from.post('/v1/orders', body, { headers: { 'idempotency-key': key, ...headers } });

const held = () => publishGated(market);

describe.concurrent('activations with the same key and body', () => {
  it('return the first order with 201 and Idempotent-Replayed', async () => {
    const { provider, seller } = await market.publish();
    const key = newKey();
    const body = { listingId: provider.id, requestBody: { a: 1 } };
    const first = await order(key, body);
    const again = await order(key, body);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(first.headers.get(REPLAYED)).toBeNull();
    expect(again.headers.get(REPLAYED)).toBe('true');
    expect(again.body.id).toBe(first.body.id);
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
    expect(await settled(api, first.body)).toEqual(await settled(api, again.body));
    expect(seller.requestsTo('POST /run')).toHaveLength(1);
  });

  it('create one order and one call when twenty arrive at the same time', async () => {
    const { listingId, seller, gate } = await held();
    const key = newKey();
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => order(key, { listingId, requestBody: {} })),
    );
    gate.open();
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 201));
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1);
    const fresh = responses.filter(({ headers }) => headers.get(REPLAYED) === null);
    expect(fresh).toHaveLength(1);
    await settled(api, responses[0]?.body);
    expect(seller.requestsTo('POST /run')).toHaveLength(1);
  });

  it('differ from twenty at the same time with twenty keys, which create twenty orders', async () => {
    const { provider, seller } = await market.publish();
    const body = { listingId: provider.id };
    const responses = await Promise.all(Array.from({ length: 20 }, () => order(newKey(), body)));
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(20);
    await Promise.all(responses.map(({ body }) => settled(api, body)));
    expect(seller.requestsTo('POST /run')).toHaveLength(20);
  });

  it('return the order in its current state', async () => {
    const { listingId, gate } = await held();
    const key = newKey();
    const first = await order(key, { listingId });
    await gate.reached;
    expect((await order(key, { listingId })).body.orderState).toBe('running');
    gate.open();
    await settled(api, first.body);
    const again = await order(key, { listingId });
    expect(again.body).toMatchObject({ orderState: 'completed', result: { done: true } });
  });

  it('wait for the order with Prefer: wait', async () => {
    const { listingId, gate } = await held();
    const key = newKey();
    await order(key, { listingId });
    const waiting = order(key, { listingId }, api, { prefer: 'wait=20' });
    await gate.reached;
    gate.open();
    expect((await waiting).body.orderState).toBe('completed');
  });

  for (const state of ['paused', 'archived']) {
    it(`return the order even if the listing has since been ${state}`, async () => {
      const { provider } = await market.publish();
      const key = newKey();
      const body = { listingId: provider.id };
      const first = await order(key, body);
      await api.patch(`/v1/listings/${provider.id}`, { listingState: state });
      const again = await order(key, body);
      expect(again.status).toBe(201);
      expect(again.body.id).toBe(first.body.id);
      expectError(await order(newKey(), body), 409, 'listing_not_active');
    });
  }

  it('return the order even if the guards no longer match', async () => {
    const { provider } = await market.publish({ provider: { price: { amount: 1 } } });
    const key = newKey();
    const body = { listingId: provider.id, maxPrice: 1, revision: 1 };
    const first = await order(key, body);
    await api.patch(`/v1/listings/${provider.id}`, { price: { amount: 2 } });
    expect((await order(key, body)).body.id).toBe(first.body.id);
  });

  it('return a failed order again, since a new attempt needs a new key', async () => {
    const { provider, seller } = await market.publish();
    seller.on('POST /run', () => json({ error: 'No' }, 500));
    const key = newKey();
    const first = await settled(api, (await order(key, { listingId: provider.id })).body);
    expect(first.orderState).toBe('failed');
    expect((await order(key, { listingId: provider.id })).body).toEqual(first);
    expect(seller.requestsTo('POST /run')).toHaveLength(1);
  });
});

describe.concurrent('activations with the same key and a different body', () => {
  it('are refused with 422, without an order or a call', async () => {
    const { provider, seller } = await market.publish();
    const key = newKey();
    const first = await order(key, { listingId: provider.id, requestBody: { a: 1 } });
    await settled(api, first.body);
    for (const body of [
      { listingId: provider.id, requestBody: { a: 2 } },
      { listingId: provider.id },
      { listingId: provider.slug, requestBody: { a: 1 } },
      { listingId: 'no-such-listing', requestBody: { a: 1 } },
    ]) {
      expectError(await order(key, body), 422, 'idempotency_key_reused');
    }
    expect(seller.requestsTo('POST /run')).toHaveLength(1);
  });

  it('are refused even if only white space differs', async () => {
    const { provider } = await market.publish();
    const headers = { 'idempotency-key': newKey() };
    const send = (raw: string) => api.request('POST', '/v1/orders', undefined, { raw, headers });
    expect((await send(`{"listingId":"${provider.id}"}`)).status).toBe(201);
    const other = await send(`{"listingId": "${provider.id}"}`);
    expectError(other, 422, 'idempotency_key_reused');
    expect((await send(`{"listingId":"${provider.id}"}`)).headers.get(REPLAYED)).toBe('true');
  });
});

describe.concurrent('an idempotency key', () => {
  it('belongs to its user: the same key from a different user creates another order', async () => {
    const { provider } = await market.publish();
    const other = await market.account();
    const key = newKey();
    const body = { listingId: provider.id };
    const first = await order(key, body);
    const second = await order(key, body, other.api);
    expect(second.headers.get(REPLAYED)).toBeNull();
    expect(second.body.id).not.toBe(first.body.id);
  });

  it('belongs to its user: another API key of the user gets the same order', async () => {
    const { provider } = await market.publish();
    const made = await api.post('/v1/api-keys', { name: 'Second', scopes: ['order:create'] });
    const key = newKey();
    const body = { listingId: provider.id };
    const first = await order(key, body);
    expect((await order(key, body, api.as(made.body.key))).body.id).toBe(first.body.id);
  });
});

describe.concurrent('the key of a refused activation', () => {
  it('the key can be used again when the input did not fit the schema', async () => {
    const seller = await market.seller();
    const runContract = runContractOf(seller, { inputSchema: TEXT_INPUT });
    const { provider } = await market.publish({ seller, provider: { runContract } });
    const key = newKey();
    expectError(await order(key, { listingId: provider.id }), 400, 'invalid_input');
    const good = await order(key, { listingId: provider.id, requestBody: { text: 'Hi' } });
    expect(good.status).toBe(201);
    expect(good.headers.get(REPLAYED)).toBeNull();
  });

  it('the key can be used again when the listing does not exist or is not for sale, or the guards refuse it', async () => {
    const { provider } = await market.publish();
    const [listingId, key] = [provider.id, newKey()];
    expectError(await order(key, { listingId: 'no-such-listing' }), 404, 'not_found');
    expectError(await order(key, { listingId, revision: 5 }), 409, 'listing_changed');
    const patch = (listingState: string) =>
      api.patch(`/v1/listings/${listingId}`, { listingState });
    await patch('paused');
    expectError(await order(key, { listingId }), 409, 'listing_not_active');
    await patch('published');
    expect((await order(key, { listingId })).headers.get(REPLAYED)).toBeNull();
  });

  it('the key can be used again when the body was not JSON', async () => {
    const { provider } = await market.publish();
    const headers = { 'idempotency-key': newKey() };
    const bad = await api.request('POST', '/v1/orders', undefined, { raw: '{', headers });
    expectError(bad, 400, 'invalid_json');
    const good = await api.post('/v1/orders', { listingId: provider.id }, { headers });
    expect(good.status).toBe(201);
  });
});

describe.concurrent('an Idempotency-Key header', () => {
  for (const key of ['x', '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~', 'a b', 'x'.repeat(255)]) {
    it(`may be ${key.slice(0, 40)} (${key.length} characters)`, async () => {
      const { provider } = await market.publish();
      const body = { listingId: provider.id };
      const first = await order(key, body);
      expect(first.status, first.text).toBe(201);
      expect((await order(key, body)).body.id).toBe(first.body.id);
    });
  }

  for (const key of ['', 'x'.repeat(256), 'a\tb', 'caf\u00e9', '\u0080']) {
    it(`may not be ${JSON.stringify(key).slice(0, 40)} (${key.length} characters)`, async () => {
      const { provider, seller } = await market.publish();
      const response = await order(key, { listingId: provider.id });
      expectError(response, 400, 'invalid_request');
      expect(seller.requestsTo('POST /run')).toEqual([]);
    });
  }
});
