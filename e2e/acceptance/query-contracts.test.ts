// docs/buy/orders.md#get-and-delete: contracts with GET or DELETE.
import { describe, expect, it } from 'vitest';
import { runContractOf } from './contract.ts';
import { expectError } from './expect-error.ts';
import { activate, openMarket } from './market.ts';
import { isVerified, macOf } from './signature.ts';

const market = await openMarket();
const { api } = market;

async function selling(method: string, query = '') {
  const seller = await market.seller();
  const endpointPath = `${seller.url}/run${query}`;
  const { provider } = await market.publish({
    seller,
    provider: { runContract: runContractOf(seller, { method, endpointPath }) },
  });
  seller.on(`${method} /run`, () => ({ body: '{"ok":true}' }));
  const call = async (requestBody: unknown) => {
    const before = seller.requests.length;
    const order = await activate(api, provider.id, requestBody);
    const [received] = seller.requests.slice(before);
    if (!received) throw new Error(`No call: ${JSON.stringify(order)}`);
    return { ...received, order };
  };
  return { provider, seller, call };
}

for (const method of ['GET', 'DELETE']) {
  describe.concurrent(`a call with ${method}`, () => {
    for (const [what, input, query] of [
      ['text', { text: 'hello' }, 'text=hello'],
      ['nothing', {}, ''],
      ['names in their order', { b: '1', a: '2' }, 'b=1&a=2'],
      [
        'numbers and booleans',
        { n: -3, x: 0.5, big: 1e21, yes: true, no: false },
        'n=-3&x=0.5&big=1e%2B21&yes=true&no=false',
      ],
      ['nulls, which are left out', { a: null, b: 1, c: [null, 2] }, 'b=1&c=2'],
      ['lists, as repeated names', { tag: ['a', 'b', 3] }, 'tag=a&tag=b&tag=3'],
      ['an empty list', { tag: [], a: 1 }, 'a=1'],
      ['an empty text', { a: '' }, 'a='],
      ['what must be encoded', { 'a&b': 'c=d e+f/ü?#%' }, 'a%26b=c%3Dd%20e%2Bf%2F%C3%BC%3F%23%25'],
      ['what looks like a path', { a: '../..' }, 'a=..%2F..'],
    ] as const) {
      it(`sends ${what} as the query, without a body`, async () => {
        const { call } = await selling(method);
        const received = await call(input);
        expect(received.method).toBe(method);
        expect(received.query).toBe(query);
        expect(received.body.length).toBe(0);
        expect(received.order).toMatchObject({
          orderState: 'completed',
          requestBody: input,
          result: { ok: true },
        });
      });
    }

    it('appends the input to a query of the endpoint', async () => {
      const { call } = await selling(method, '?version=2&x=%20');
      expect((await call({ text: 'a b' })).query).toBe('version=2&x=%20&text=a%20b');
      expect((await call({})).query).toBe('version=2&x=%20');
    });

    it('is signed over the raw query instead of the body', async () => {
      const { call, provider } = await selling(method, '?version=2');
      const received = await call({ text: "it's ü & more", n: [1, 2] });
      const { body } = await api.post(`/v1/providers/${provider.id}/signing-secret`, {});
      const payload = String(received.headers['x-mkt-payload']);
      expect(received.headers['x-mkt-signature']).toBe(
        `v1,${macOf(body.secret, payload, received.query)}`,
      );
      expect(isVerified(body.secret, received)).toBe(true);
      expect(isVerified(body.secret, received, '')).toBe(false);
    });

    it('is signed over nothing when the query is empty', async () => {
      const { call, provider } = await selling(method);
      const received = await call({});
      const { body } = await api.post(`/v1/providers/${provider.id}/signing-secret`, {});
      expect(isVerified(body.secret, received, '')).toBe(true);
    });

    for (const input of [
      [1],
      'text',
      5,
      true,
      null,
      { a: { b: 1 } },
      { a: [[1]] },
      { a: '\ud800' },
    ]) {
      it(`is not made for ${JSON.stringify(input)}, which has no query string`, async () => {
        const { provider, seller } = await selling(method);
        const before = seller.requests.length;
        const response = await api.post('/v1/orders', {
          listingId: provider.id,
          requestBody: input,
        });
        expect(response.status, response.text).toBe(400);
        expect(['invalid_input', 'invalid_request', 'invalid_json']).toContain(response.body.type);
        expect(seller.requests.length).toBe(before);
      });
    }

    it('treats a missing input as {}', async () => {
      const { provider, seller } = await selling(method);
      expect((await activate(api, provider.id)).orderState).toBe('completed');
      expect(seller.requests.at(-1)?.query).toBe('');
    });
  });
}

describe.concurrent('the endpoint of a GET contract', () => {
  it('is not called with an input that does not fit the schema', async () => {
    const seller = await market.seller();
    const inputSchema = { type: 'object', required: ['q'], properties: { q: { type: 'string' } } };
    const runContract = runContractOf(seller, { method: 'GET', inputSchema });
    const { provider } = await market.publish({ seller, provider: { runContract } });
    const response = await api.post('/v1/orders', {
      listingId: provider.id,
      requestBody: { q: 1 },
    });
    expectError(response, 400, 'invalid_input');
    expect(seller.requestsTo('GET /run')).toEqual([]);
  });
});
