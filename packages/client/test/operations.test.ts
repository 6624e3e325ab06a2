import { ROUTES, type Route } from '@mkt/protocol';
import { standaloneSchema } from '@mkt/protocol/schemas';
import { createClient, type Client } from '@mkt/client';
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { json, mockMarketplace, type ReceivedRequest } from './mock-marketplace.ts';
import { RESPONSES, API_KEY, BASE_URL, order, type CallId } from './records.ts';

const mock = mockMarketplace();
const client = createClient({ baseUrl: BASE_URL, apiKey: API_KEY });
const runContract = { method: 'POST', endpointPath: 'https://seller.example/run' } as const;

interface Expected {
  call: (client: Client) => PromiseLike<unknown>;
  /** The path's `{id}` and the query, as sent. */
  path?: string;
  body?: unknown;
  /** When it is not the whole response. */
  gives?: unknown;
}

const OPERATIONS: Record<CallId, Expected> = {
  createProvider: {
    call: (client) => client.listings.create({ title: 'Text insights', runContract }),
    body: { title: 'Text insights', runContract },
  },
  listProviders: {
    call: (client) => client.listings.list({ limit: 5, cursor: 'c+/=' }),
    path: '/v1/providers?limit=5&cursor=c%2B%2F%3D',
  },
  getProvider: { call: (client) => client.listings.get('a b/c'), path: '/v1/providers/a%20b%2Fc' },
  submitProvider: {
    call: (client) => client.listings.submit('p1'),
    path: '/v1/providers/p1/submit',
  },
  deleteProvider: { call: (client) => client.listings.delete('p1'), path: '/v1/providers/p1' },
  getSigningSecret: {
    call: (client) => client.listings.signingSecret('p1'),
    path: '/v1/providers/p1/signing-secret',
  },
  rotateSigningSecret: {
    call: (client) => client.listings.rotateSigningSecret('p1', { gracePeriod: 0 }),
    path: '/v1/providers/p1/signing-secret/rotate',
    body: { gracePeriodSeconds: 0 },
  },
  listProviderOrders: {
    call: (client) => client.listings.orders('p1', { orderState: 'failed' }),
    path: '/v1/providers/p1/orders?orderState=failed',
  },
  getProviderHealth: {
    call: (client) => client.listings.health('p1'),
    path: '/v1/providers/p1/health',
  },
  previewService: {
    call: (client) => client.listings.preview('https://seller.example'),
    body: { serviceUrl: 'https://seller.example' },
  },
  importService: {
    call: (client) => client.listings.importFromService('https://seller.example'),
    body: { serviceUrl: 'https://seller.example' },
  },
  listListingHistory: {
    call: (client) => client.listings.history('text-insights', { limit: 5 }),
    path: '/v1/listings/text-insights/history?limit=5',
  },
  updateListing: {
    call: (client) => client.listings.update('l1', { category: null, price: { amount: 0.5 } }),
    path: '/v1/listings/l1',
    body: { category: null, price: { amount: 0.5 } },
  },
  searchListings: {
    call: (client) => client.search({ query: 'text & more', maxPrice: 0.5, sort: 'price' }),
    path: '/v1/marketplace/listings?query=text+%26+more&maxPrice=0.5&sort=price',
  },
  getPublishedListing: {
    call: (client) => client.listing('text-insights'),
    path: '/v1/marketplace/listings/text-insights',
  },
  listPublishedHistory: {
    call: (client) => client.listingHistory('text-insights', { cursor: 'c' }),
    path: '/v1/marketplace/listings/text-insights/history?cursor=c',
  },
  getPublishedHealth: {
    call: (client) => client.listingHealth('text-insights'),
    path: '/v1/marketplace/listings/text-insights/health',
  },
  listCategories: {
    call: (client) => client.categories(),
    gives: [{ category: 'data', count: 1 }],
  },
  createOrder: {
    call: (client) =>
      client.activate(
        'text-insights',
        { text: 'Hi' },
        { maxPrice: 0.02, revision: 3, metadata: { job: 'nightly' } },
      ),
    body: {
      listingId: 'text-insights',
      requestBody: { text: 'Hi' },
      maxPrice: 0.02,
      revision: 3,
      metadata: { job: 'nightly' },
    },
  },
  listOrders: {
    call: (client) =>
      client.orders.list({ createdAfter: '2026-11-01T00:00:00Z', metadata: { job: 'a&b' } }),
    path: '/v1/orders?createdAfter=2026-11-01T00%3A00%3A00Z&metadata%5Bjob%5D=a%26b',
  },
  cancelOrder: { call: (client) => client.orders.cancel('o1'), path: '/v1/orders/o1/cancel' },
  getOrder: { call: (client) => client.orders.get('o1'), path: '/v1/orders/o1' },
  listSales: {
    call: (client) => client.sales.list({ listingId: 'text-insights', view: 'summary' }),
    path: '/v1/sales?listingId=text-insights&view=summary',
  },
  getSale: { call: (client) => client.sales.get('o1'), path: '/v1/sales/o1' },
  getOrderStats: {
    call: (client) => client.stats.orders({ by: 'day', listingId: 'text-insights' }),
    path: '/v1/stats/orders?by=day&listingId=text-insights',
  },
  getSalesStats: { call: (client) => client.stats.sales() },
  getListingStats: {
    call: (client) => client.stats.listings({ by: 'day' }),
    path: '/v1/stats/listings?by=day',
  },
  getUsage: { call: (client) => client.stats.usage({ by: 'key' }), path: '/v1/usage?by=key' },
  listWebhooks: {
    call: (client) => client.webhooks.list({ limit: 5 }),
    path: '/v1/webhooks?limit=5',
  },
  createWebhook: {
    call: (client) => client.webhooks.create({ url: 'https://buyer.example/webhooks' }),
    body: { url: 'https://buyer.example/webhooks' },
  },
  getWebhook: { call: (client) => client.webhooks.get('w1'), path: '/v1/webhooks/w1' },
  updateWebhook: {
    call: (client) => client.webhooks.update('w1', { state: 'paused' }),
    path: '/v1/webhooks/w1',
    body: { state: 'paused' },
  },
  deleteWebhook: { call: (client) => client.webhooks.delete('w1'), path: '/v1/webhooks/w1' },
  rotateWebhookSecret: {
    call: (client) => client.webhooks.rotateSecret('w1', { gracePeriod: '1h' }),
    path: '/v1/webhooks/w1/secret/rotate',
    body: { gracePeriodSeconds: 3600 },
  },
  testWebhook: { call: (client) => client.webhooks.test('w1'), path: '/v1/webhooks/w1/test' },
  listWebhookAttempts: {
    call: (client) => client.webhooks.attempts('w1', { outcome: 'failed', cursor: 'c' }),
    path: '/v1/webhooks/w1/attempts?outcome=failed&cursor=c',
  },
  getDelivery: { call: (client) => client.webhooks.delivery('d1'), path: '/v1/deliveries/d1' },
  sendDelivery: {
    call: (client) => client.webhooks.sendAgain('d1'),
    path: '/v1/deliveries/d1/send',
  },
  listApiKeys: { call: (client) => client.apiKeys.list() },
  createApiKey: {
    call: (client) => client.apiKeys.create({ name: 'laptop', scopes: ['order:create'] }),
    body: { name: 'laptop', scopes: ['order:create'] },
  },
  updateApiKey: {
    call: (client) => client.apiKeys.update('k1', { budget: { limit: 10 } }),
    path: '/v1/api-keys/k1',
    body: { budget: { limit: 10 } },
  },
  deleteApiKey: { call: (client) => client.apiKeys.delete('k1'), path: '/v1/api-keys/k1' },
  listAudit: {
    call: (client) => client.audit.list({ kind: 'key', limit: 5 }),
    path: '/v1/audit?kind=key&limit=5',
  },
  getProfile: { call: (client) => client.profile.get() },
  updateProfile: {
    call: (client) => client.profile.replace({ name: 'Fjord Weather', website: null }),
    body: { name: 'Fjord Weather', website: null },
  },
  getSeller: {
    call: (client) => client.seller('s1', { limit: 5 }),
    path: '/v1/marketplace/sellers/s1?limit=5',
  },
  getMe: { call: (client) => client.me() },
  getContractSchema: { call: (client) => client.contractSchema() },
  getOpenApi: { call: (client) => client.openapi() },
};

const IDS = Object.keys(RESPONSES) as CallId[];
const routeOf = (id: CallId): Route => ROUTES[id];

const responseTo = (id: CallId) => {
  const { status } = ROUTES[id].success;
  return () => (status === 204 ? new Response(null, { status }) : json(RESPONSES[id], { status }));
};

const ajv = addFormats.default(new Ajv2020.default({ strict: false }));

describe.each(IDS)('the operation %s', (id) => {
  const route = routeOf(id);
  const { call, path = route.path, body, gives = RESPONSES[id] } = OPERATIONS[id];

  it('sends its method, path, key and body, and returns the response unchanged', async () => {
    const requests = mock.respondsWith(responseTo(id));
    await expect(Promise.resolve(call(client))).resolves.toEqual(gives);
    const [request] = requests as [ReceivedRequest];
    expect(requests).toHaveLength(1);
    expect([request.method, request.path]).toEqual([route.method, path]);
    expect(request.headers.get('x-mkt-api-key')).toBe(API_KEY);
    expect(request.headers.get('accept')).toBe('application/json');
    expect(request.headers.get('content-type')).toBe(body ? 'application/json' : null);
    expect(request.body).toBe(body ? JSON.stringify(body) : '');
    expect(request.headers.has('idempotency-key')).toBe(route.idempotent === true);
  });
});

const WITH_SCHEMA = IDS.filter((id) => routeOf(id).success.schema !== undefined);

describe('the responses of these tests', () => {
  it.each(WITH_SCHEMA)('fit the wire schema of %s', (id) => {
    const { schema = 'Order' } = routeOf(id).success;
    const validate = ajv.compile(standaloneSchema(schema));
    validate(RESPONSES[id]);
    expect(validate.errors).toBeNull();
  });
});

describe('the states of a listing', () => {
  it.each([
    ['pause', 'paused'],
    ['resume', 'published'],
    ['archive', 'archived'],
  ] as const)('are changed by %s, which requests %s', async (method, listingState) => {
    const requests = mock.respondsWith(responseTo('updateListing'));
    await client.listings[method]('l1');
    expect(requests.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['PATCH', '/v1/listings/l1', JSON.stringify({ listingState })],
    ]);
  });
});

describe('an input', () => {
  it.each([
    ['an object', { a: [1, null] }, ',"requestBody":{"a":[1,null]}'],
    ['null', null, ',"requestBody":null'],
    ['false', false, ',"requestBody":false'],
    ['a text', '', ',"requestBody":""'],
    ['a member named __proto__', JSON.parse('{"__proto__":1}'), ',"requestBody":{"__proto__":1}'],
    ['a lone surrogate', '\ud800', ',"requestBody":"\\ud800"'],
    ['nothing', undefined, ''],
  ])('an input that is %s is sent unchanged', async (_, input, sent) => {
    const requests = mock.respondsWith(() => json(order(), { status: 201 }));
    await client.activate('text-insights', input);
    expect(requests[0]?.body).toBe(`{"listingId":"text-insights"${sent}}`);
  });

  it.each([
    [
      'a loop',
      (() => {
        const loop: Record<string, unknown> = {};
        loop['self'] = loop;
        return loop;
      })(),
    ],
  ])('an input with %s is rejected before anything is sent', async (_, input) => {
    const requests = mock.respondsWith(() => json(order()));
    await expect(client.activate('text-insights', input)).rejects.toMatchObject({
      name: 'InvalidOptionError',
      message: expect.stringMatching(/^input cannot be written as JSON/),
    });
    expect(requests).toHaveLength(0);
  });
});

describe('an id', () => {
  it.each(['', '.', '..', '\ud800', undefined as unknown as string])(
    'the id %j is rejected, because its path would belong to another operation',
    async (id) => {
      const requests = mock.respondsWith(() => json(order()));
      await expect(client.orders.get(id)).rejects.toMatchObject({ type: 'invalid_option' });
      await expect(client.listings.delete(id)).rejects.toMatchObject({ type: 'invalid_option' });
      expect(requests).toHaveLength(0);
    },
  );
});
