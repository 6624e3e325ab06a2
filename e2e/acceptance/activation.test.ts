// docs/buy/orders.md#what-is-checked-first: the checks before an order exists, and their order.
import { describe, expect, it } from 'vitest';
import { runContractOf, TEXT_INPUT } from './contract.ts';
import { expectError, pathsOf } from './expect-error.ts';
import { activate, openMarket, settled } from './market.ts';
import { providerIn } from './provider-in-state.ts';

const market = await openMarket();
const { api } = market;
/** Not the account that sells: buying one's own listing has rules of its own. */
const buyer = await market.account();

const order = (body: unknown) => api.post('/v1/orders', body);
const withInput = async (inputSchema: unknown) => {
  const seller = await market.seller();
  const runContract = runContractOf(seller, { inputSchema });
  return market.publish({ seller, provider: { runContract } });
};

describe.concurrent('the input of an activation', () => {
  it('defaults to {} when it is absent', async () => {
    const { provider, seller } = await withInput({ type: 'object' });
    const done = await activate(api, provider.id);
    expect(done.requestBody).toEqual({});
    expect(seller.requestsTo('POST /run')[0]?.body.toString()).toBe('{}');
  });

  it('is validated as {} when it is absent', async () => {
    const { provider } = await withInput(TEXT_INPUT);
    const error = expectError(await order({ listingId: provider.id }), 400, 'invalid_input');
    expect(pathsOf(error)).toEqual(['/text']);
  });

  for (const value of [null, 0, -1.5e-7, '', 'text', false, [], [[1], {}], { 'a/b': { '': 1 } }]) {
    it(`may be ${JSON.stringify(value)}, which reaches the seller unchanged`, async () => {
      const { provider, seller } = await market.publish();
      const done = await activate(api, provider.id, value);
      expect(done.requestBody).toEqual(value);
      expect(seller.requestsTo('POST /run')[0]?.body.toString()).toBe(JSON.stringify(value));
      expect(done.result).toEqual({ echo: value });
    });
  }

  it('keeps unusual names and characters', async () => {
    const { provider, seller } = await market.publish();
    const text =
      '{"__proto__":{"polluted":true},"constructor":1,"toString":2,"nul":"\\u0000","rtl":"\\u202e","emoji":"👋🏽","a\\nb":"c"}';
    const response = await api.request('POST', '/v1/orders', undefined, {
      raw: `{"listingId":"${provider.id}","requestBody":${text}}`,
      headers: { prefer: 'wait=20' },
    });
    expect(response.status, response.text).toBe(201);
    const done = await settled(api, response.body);
    const got = seller.requestsTo('POST /run')[0]?.body.toString() ?? '';
    expect(JSON.parse(got)).toEqual(JSON.parse(text));
    expect(Object.keys(JSON.parse(got))).toEqual(Object.keys(JSON.parse(text)));
    expect(JSON.stringify(done.requestBody)).toBe(JSON.stringify(JSON.parse(text)));
  });

  it('is refused with 400 and the paths of its errors when it does not fit the schema; no order is created and the seller is not called', async () => {
    const schema = {
      type: 'object',
      required: ['text', 'count'],
      properties: { text: { type: 'string' }, count: {}, list: { items: { type: 'integer' } } },
      additionalProperties: false,
    };
    const { provider, seller } = await withInput(schema);
    const secret = 'not-to-be-echoed';
    for (const [requestBody, path] of [
      [{ text: 'a' }, '/count'],
      [{ text: { secret }, count: 1 }, '/text'],
      [{ text: 'a', count: 1, more: secret }, '/more'],
      [{ text: 'a', count: 1, list: [1, secret] }, '/list/1'],
      [[secret], ''],
      [secret, ''],
      [null, ''],
    ] as const) {
      const response = await buyer.api.post('/v1/orders', { listingId: provider.id, requestBody });
      const error = expectError(response, 400, 'invalid_input');
      expect(pathsOf(error)[0]).toBe(path);
      expect(response.text).not.toContain(secret);
    }
    expect(seller.requestsTo('POST /run')).toEqual([]);
    const orders = await buyer.api.get(`/v1/orders?listingId=${provider.id}`);
    expect(orders.body.data).toEqual([]);
  });
});

describe.concurrent('an activation of a listing that cannot be bought', () => {
  const buy = (listingId: string) => order({ listingId, requestBody: {} });

  for (const id of ['0197727a-8f00-7c3a-9b1e-5d2f8a6c4e01', 'no-such-listing', '../x', 'ü']) {
    it(`returns 404 for the id ${id}`, async () => {
      expectError(await buy(id), 404, 'not_found');
    });
  }

  for (const status of ['draft', 'pending_review', 'flagged', 'paused', 'archived'] as const) {
    it(`returns 409 when the caller owns it and it is ${status}`, async () => {
      const { provider, seller, release } = await providerIn(market, status);
      expectError(await buy(provider.id), 409, 'listing_not_active');
      expect(seller.requestsTo('POST /run')).toEqual([]);
      release();
    });
  }

  for (const status of ['draft', 'flagged', 'archived', 'pending_review'] as const) {
    it(`returns 404 when another account owns it and it is ${status}`, async () => {
      const { provider, release } = await providerIn(market, status);
      const response = await buyer.api.post('/v1/orders', { listingId: provider.id });
      expectError(response, 404, 'not_found');
      release();
    });
  }

  it('returns 409 when another account owns it and it is paused', async () => {
    const { provider } = await providerIn(market, 'paused');
    const response = await buyer.api.post('/v1/orders', { listingId: provider.id });
    expectError(response, 409, 'listing_not_active');
  });
});

describe.concurrent('the guards of an activation', () => {
  const guarded = async (guards: object, requestBody: unknown = {}) => {
    const { provider, seller } = await market.publish({ provider: { price: { amount: 0.5 } } });
    const response = await order({ listingId: provider.id, requestBody, ...guards });
    return { response, seller };
  };

  for (const guards of [
    { maxPrice: 0.5 },
    { maxPrice: 7 },
    { revision: 1 },
    { maxPrice: 1, revision: 1 },
  ]) {
    it(`accept the listing: ${JSON.stringify(guards)}`, async () => {
      expect((await guarded(guards)).response.status).toBe(201);
    });
  }

  for (const guards of [
    { maxPrice: 0.499_999 },
    { maxPrice: 0 },
    { revision: 2 },
    { maxPrice: 9, revision: 3 },
  ]) {
    it(`refuse it with 409, without a call to the seller: ${JSON.stringify(guards)}`, async () => {
      const { response, seller } = await guarded(guards);
      expectError(response, 409, 'listing_changed');
      expect(seller.requestsTo('POST /run')).toEqual([]);
    });
  }

  for (const guards of [{ maxPrice: -1 }, { maxPrice: '1' }, { revision: 0 }, { revision: 1.5 }]) {
    it(`are refused with 400 when they are invalid: ${JSON.stringify(guards)}`, async () => {
      expectError((await guarded(guards)).response, 400, 'invalid_request');
    });
  }
});

describe.concurrent('the order of the checks of an activation', () => {
  const nowhere = '0197727a-8f00-7c3a-9b1e-5d2f8a6c4e01';

  it('checks the key first, then its scope, then everything else', async () => {
    const raw = 'x'.repeat(300_000);
    const post = (key: string | undefined) =>
      api.as(key).request('POST', '/v1/orders', undefined, { raw });
    expectError(await post(undefined), 401, 'unauthenticated');
    expectError(await post('mkt_wrong'), 401, 'unauthenticated');
    const reader = await api.post('/v1/api-keys', { name: 'Reader', scopes: ['order:read'] });
    expectError(await post(reader.body.key), 403, 'insufficient_scope');
    expectError(await post(api.key), 413, 'payload_too_large');
  });

  it('checks JSON and shape before it looks up the listing', async () => {
    const raw = `{"listingId":"${nowhere}",`;
    expectError(await api.request('POST', '/v1/orders', undefined, { raw }), 400, 'invalid_json');
    expectError(await order({ listingId: nowhere, more: 1 }), 400, 'invalid_request');
    expectError(await order({ listingId: nowhere }), 404, 'not_found');
  });

  it('checks the listing’s state before the guards, and the guards before the input', async () => {
    const { provider } = await withInput(TEXT_INPUT);
    const bad = { listingId: provider.id, requestBody: {}, revision: 7 };
    expectError(await order(bad), 409, 'listing_changed');
    await api.patch(`/v1/listings/${provider.id}`, { listingState: 'paused' });
    expectError(await order(bad), 409, 'listing_not_active');
  });
});
