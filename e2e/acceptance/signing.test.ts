// docs/reference/seller-interface.md#signing.
import { describe, expect, it } from 'vitest';
import { runContractOf } from './contract.ts';
import { activate, openMarket } from './market.ts';
import type { SellerRequest } from '../../test-bed/seller.ts';
import { envelopeOf, isVerified, macOf, signedText } from './signature.ts';

const market = await openMarket();
const { api } = market;
const [buyer, other] = [await market.account(), await market.account()];

const secretOf = async (id: string): Promise<string> =>
  (await api.post(`/v1/providers/${id}/signing-secret`, {})).body.secret;

async function signedCall(requestBody: unknown, method = 'POST') {
  const seller = await market.seller();
  const { provider } = await market.publish({
    seller,
    provider: { runContract: runContractOf(seller, { method }) },
  });
  seller.on(`${method} /run`, () => ({ body: '{}' }));
  const before = seller.requests.length;
  const order = await activate(api, provider.id, requestBody);
  const [call] = seller.requests.slice(before);
  return {
    call: call as SellerRequest,
    order,
    provider,
    seller,
    secret: await secretOf(provider.id),
  };
}

describe.concurrent('a call to the seller', () => {
  it('has the two signature headers', async () => {
    const { call, order, provider } = await signedCall({ text: 'Hi' });
    expect(call.headers['x-mkt-payload']).toMatch(/^[A-Za-z0-9_-]+\.\d{10}$/);
    expect(call.headers['x-mkt-signature']).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/);
    const envelope = envelopeOf(call);
    expect(Object.keys(envelope)).toEqual(['orderId', 'listingId', 'buyerId']);
    expect(envelope).toMatchObject({ orderId: order.id, listingId: provider.id });
    const timestamp = Number(String(call.headers['x-mkt-payload']).split('.')[1]);
    expect(Math.abs(call.atMs / 1000 - timestamp)).toBeLessThan(10);
  });

  it('is signed with HMAC-SHA256 over payload, dot and raw body, keyed with the secret’s bytes', async () => {
    const { call, secret } = await signedCall({ text: 'Grüße, 世界 👋' });
    const payload = String(call.headers['x-mkt-payload']);
    expect(call.headers['x-mkt-signature']).toBe(`v1,${macOf(secret, payload, call.body)}`);
  });

  it('has the headers of Standard Webhooks too', async () => {
    const { call } = await signedCall({});
    const [envelope, timestamp] = String(call.headers['x-mkt-payload']).split('.');
    expect(call.headers['webhook-id']).toBe(envelope);
    expect(call.headers['webhook-timestamp']).toBe(timestamp);
    expect(call.headers['webhook-signature']).toBe(call.headers['x-mkt-signature']);
  });

  for (const [what, body] of [
    ['an object', { text: 'Hi' }],
    ['characters of many bytes', { text: 'Grüße, 世界 👋', ключ: 1 }],
    ['nothing but {}', {}],
    ['null', null],
    ['a list', [1, 2, 3]],
    ['what looks like a header', 'a.b\r\nc: d'],
  ] as const) {
    it(`is accepted by the Standard Webhooks library when its body is ${what}`, async () => {
      const { call, secret } = await signedCall(body);
      expect(call.body.toString()).toBe(JSON.stringify(body));
      expect(isVerified(secret, call)).toBe(true);
    });
  }

  for (const method of ['PUT', 'PATCH']) {
    it(`is also signed over its body with ${method}`, async () => {
      const { call, secret } = await signedCall({ text: 'Hi' }, method);
      expect(call.method).toBe(method);
      expect(isVerified(secret, call)).toBe(true);
    });
  }

  it('is rejected when one byte of body, payload or secret differs', async () => {
    const { call, secret } = await signedCall({ text: 'Hi' });
    expect(isVerified(secret, call)).toBe(true);
    expect(isVerified(secret, call, `${signedText(call)} `)).toBe(false);
    const other = { ...call.headers, 'webhook-id': `${String(call.headers['webhook-id'])}A` };
    expect(isVerified(secret, { ...call, headers: other })).toBe(false);
    const { secret: otherSecret } = await signedCall({});
    expect(isVerified(otherSecret, call)).toBe(false);
  });

  it('is signed separately for each order', async () => {
    const { provider, seller } = await market.publish();
    const first = await activate(api, provider.id, {});
    const second = await activate(api, provider.id, {});
    const ids = seller.requestsTo('POST /run').map((call) => envelopeOf(call).orderId);
    expect(ids).toEqual([first.id, second.id]);
  });
});

describe.concurrent('after a rotation', () => {
  const rotate = async (id: string, body: unknown = {}) =>
    (await api.post(`/v1/providers/${id}/signing-secret/rotate`, body)).body;
  const signaturesOf = (call: SellerRequest) => String(call.headers['x-mkt-signature']).split(' ');

  async function callAfter(provider: any, seller: any): Promise<SellerRequest> {
    await activate(api, provider.id, {});
    return seller.requestsTo('POST /run').at(-1);
  }

  it('calls are signed with both secrets during the grace period', async () => {
    const { provider, seller } = await market.publish();
    const old = await secretOf(provider.id);
    const { secret } = await rotate(provider.id);
    expect(secret).not.toBe(old);
    expect(await secretOf(provider.id)).toBe(secret);
    const call = await callAfter(provider, seller);
    expect(signaturesOf(call)).toHaveLength(2);
    expect(isVerified(old, call)).toBe(true);
    expect(isVerified(secret, call)).toBe(true);
    expect(call.headers['webhook-signature']).toBe(call.headers['x-mkt-signature']);
  });

  it('the old secret is dropped at once if there is no grace period', async () => {
    const { provider, seller } = await market.publish();
    const old = await secretOf(provider.id);
    const { secret, previousExpiresAt } = await rotate(provider.id, { gracePeriodSeconds: 0 });
    expect(previousExpiresAt).toBeNull();
    const call = await callAfter(provider, seller);
    expect(signaturesOf(call)).toHaveLength(1);
    expect(isVerified(old, call)).toBe(false);
    expect(isVerified(secret, call)).toBe(true);
  });

  it('the older of the two secrets is dropped by another rotation', async () => {
    const { provider, seller } = await market.publish();
    const first = await secretOf(provider.id);
    const second = (await rotate(provider.id)).secret;
    const third = (await rotate(provider.id)).secret;
    const call = await callAfter(provider, seller);
    expect(signaturesOf(call)).toHaveLength(2);
    expect([first, second, third].map((secret) => isVerified(secret, call))).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('calls are signed with the new secret only, once the grace period ends', async () => {
    const { provider, seller } = await market.publish();
    const old = await secretOf(provider.id);
    const { previousExpiresAt } = await rotate(provider.id, { gracePeriodSeconds: 1 });
    expect(Date.parse(previousExpiresAt)).toBeGreaterThan(Date.now() - 1000);
    // Places orders until the old secret no longer signs, because there is no event to wait for.
    let call = await callAfter(provider, seller);
    const deadline = performance.now() + 10_000;
    while (isVerified(old, call) && performance.now() < deadline) {
      call = await callAfter(provider, seller);
    }
    expect(signaturesOf(call)).toHaveLength(1);
    expect(call.atMs).toBeGreaterThanOrEqual(Date.parse(previousExpiresAt) - 50);
  });
});

describe.concurrent('the buyer’s pseudonym', () => {
  const buyerIdAt = async (who: { api: typeof api }, listingId: string, seller: any) => {
    await activate(who.api, listingId, {});
    return envelopeOf(seller.requestsTo('POST /run').at(-1)).buyerId;
  };

  it('is stable for a buyer and seller account, and reveals nothing about the buyer', async () => {
    const seller = await market.seller();
    const first = await market.publish({ seller });
    const second = await market.publish({ seller });
    const id = await buyerIdAt(buyer, first.provider.id, seller);
    expect(await buyerIdAt(buyer, first.provider.id, seller)).toBe(id);
    expect(await buyerIdAt(buyer, second.provider.id, seller)).toBe(id);
    expect(await buyerIdAt(other, first.provider.id, seller)).not.toBe(id);
    expect(id).not.toBe(buyer.userId);
    expect(id).not.toContain(buyer.userId.slice(0, 8));
    expect(id).toMatch(/^[\x21-\x7e]{8,200}$/);
  });

  it('is the same for all keys of a buyer, and in the seller’s list of orders', async () => {
    const { provider, seller } = await market.publish();
    const id = await buyerIdAt(buyer, provider.id, seller);
    const made = await buyer.api.post('/v1/api-keys', {
      name: 'Other',
      scopes: ['order:create', 'order:read'],
    });
    expect(await buyerIdAt({ api: api.as(made.body.key) }, provider.id, seller)).toBe(id);
    const { body } = await api.get(`/v1/providers/${provider.id}/orders`);
    expect(new Set(body.data.map(({ buyerId }: any) => buyerId))).toEqual(new Set([id]));
  });

  it('differs for each seller account', async () => {
    const one = await market.publish();
    const two = await market.publish({ api: other.api });
    const here = await buyerIdAt(buyer, one.provider.id, one.seller);
    const there = await buyerIdAt(buyer, two.provider.id, two.seller);
    expect(there).not.toBe(here);
  });
});
