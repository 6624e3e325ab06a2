import { once } from 'node:events';
import { createClient, type Client, type RequestOptions } from '@mkt/client';
import { ROUTES, type Route } from '@mkt/protocol';
import { describe, expect, it } from 'vitest';
import { serveHttp } from '../../../test-bed/local-server.ts';
import { API_KEY, BASE_URL, OTHER_KEY, RESPONSES, type CallId } from './records.ts';

const runContract = { method: 'POST', endpointPath: 'https://seller.example/run' } as const;

/** Every operation, with options as its last argument. */
const CALLS: Record<CallId, (client: Client, options: RequestOptions) => PromiseLike<unknown>> = {
  createProvider: (client, o) => client.listings.create({ title: 'T', runContract }, o),
  listProviders: (client, o) => client.listings.list({}, o),
  getProvider: (client, o) => client.listings.get('p', o),
  submitProvider: (client, o) => client.listings.submit('p', o),
  deleteProvider: (client, o) => client.listings.delete('p', o),
  getSigningSecret: (client, o) => client.listings.signingSecret('p', o),
  rotateSigningSecret: (client, o) => client.listings.rotateSigningSecret('p', o),
  listProviderOrders: (client, o) => client.listings.orders('p', {}, o),
  getProviderHealth: (client, o) => client.listings.health('p', o),
  previewService: (client, o) => client.listings.preview('https://seller.example', o),
  importService: (client, o) => client.listings.importFromService('https://seller.example', o),
  listListingHistory: (client, o) => client.listings.history('l', {}, o),
  updateListing: (client, o) => client.listings.pause('l', o),
  searchListings: (client, o) => client.search({}, o),
  getPublishedListing: (client, o) => client.listing('l', o),
  listPublishedHistory: (client, o) => client.listingHistory('l', {}, o),
  getPublishedHealth: (client, o) => client.listingHealth('l', o),
  listCategories: (client, o) => client.categories(o),
  createOrder: (client, o) => client.activate('l', {}, o),
  listOrders: (client, o) => client.orders.list({}, o),
  cancelOrder: (client, o) => client.orders.cancel('o', o),
  getOrder: (client, o) => client.orders.get('o', o),
  listSales: (client, o) => client.sales.list({}, o),
  getSale: (client, o) => client.sales.get('o', o),
  getOrderStats: (client, o) => client.stats.orders({}, o),
  getSalesStats: (client, o) => client.stats.sales({}, o),
  getListingStats: (client, o) => client.stats.listings({}, o),
  getUsage: (client, o) => client.stats.usage({}, o),
  listWebhooks: (client, o) => client.webhooks.list({}, o),
  createWebhook: (client, o) => client.webhooks.create({ url: 'https://buyer.example' }, o),
  getWebhook: (client, o) => client.webhooks.get('w', o),
  updateWebhook: (client, o) => client.webhooks.update('w', { state: 'paused' }, o),
  deleteWebhook: (client, o) => client.webhooks.delete('w', o),
  rotateWebhookSecret: (client, o) => client.webhooks.rotateSecret('w', o),
  testWebhook: (client, o) => client.webhooks.test('w', o),
  listWebhookAttempts: (client, o) => client.webhooks.attempts('w', {}, o),
  getDelivery: (client, o) => client.webhooks.delivery('d', o),
  sendDelivery: (client, o) => client.webhooks.sendAgain('d', o),
  listApiKeys: (client, o) => client.apiKeys.list({}, o),
  createApiKey: (client, o) => client.apiKeys.create({ name: 'k', scopes: [] }, o),
  updateApiKey: (client, o) => client.apiKeys.update('k', { name: 'k' }, o),
  deleteApiKey: (client, o) => client.apiKeys.delete('k', o),
  listAudit: (client, o) => client.audit.list({}, o),
  getProfile: (client, o) => client.profile.get(o),
  updateProfile: (client, o) => client.profile.replace({ name: 'N' }, o),
  getSeller: (client, o) => client.seller('s', {}, o),
  getMe: (client, o) => client.me(o),
  getContractSchema: (client, o) => client.contractSchema(o),
  getOpenApi: (client, o) => client.openapi(o),
};
const IDS = Object.keys(RESPONSES) as CallId[];

const respond = (id: CallId) => JSON.stringify(RESPONSES[id]);
const CLIENT = { apiKey: API_KEY, backoff: { minDelay: 1, maxDelay: 1 } };

describe.each(IDS)('the options of %s', (id) => {
  const { method, idempotent }: Route = ROUTES[id];
  const isRetried = method === 'GET' || idempotent === true;

  it('set headers, and cannot replace the API key', async () => {
    const received: Record<string, unknown>[] = [];
    await using local = await serveHttp((request, response) => {
      received.push(request.headers);
      response.writeHead(RESPONSES[id] === undefined ? 204 : 200);
      response.end(respond(id));
    });
    const headers = { 'x-from-client': 'client', 'x-trace': 'client' };
    const client = createClient({ ...CLIENT, baseUrl: local.url, headers });
    await CALLS[id](client, { headers: { 'x-trace': 'call', 'X-MKT-API-Key': OTHER_KEY } });
    expect(received[0]).toMatchObject({
      'x-from-client': 'client',
      'x-trace': 'call',
      'x-mkt-api-key': API_KEY,
    });
  });

  it(`set the number of retries${isRetried ? '' : ', but the request is sent once'}`, async () => {
    let requests = 0;
    await using local = await serveHttp((_, response) => {
      requests += 1;
      response.writeHead(503, { 'content-type': 'application/json' });
      response.end('{"error":"Busy.","type":"overloaded"}');
    });
    const client = createClient({ ...CLIENT, baseUrl: local.url });
    await expect(Promise.resolve(CALLS[id](client, { retries: 1 }))).rejects.toThrow('Busy.');
    expect(requests).toBe(isRetried ? 2 : 1);
  });

  it('set the timeout of an attempt', async () => {
    await using local = await serveHttp(() => {});
    const client = createClient({ ...CLIENT, baseUrl: local.url });
    const call = CALLS[id](client, { timeout: '20ms', retries: 0 });
    await expect(Promise.resolve(call)).rejects.toMatchObject({
      type: 'timeout',
      message: `The marketplace at ${local.url} did not respond within 20 ms.`,
    });
  });

  it('take a signal', async () => {
    await using local = await serveHttp(() => {});
    const client = createClient({ ...CLIENT, baseUrl: local.url });
    const controller = new AbortController();
    const call = Promise.resolve(CALLS[id](client, { signal: controller.signal }));
    await once(local.server, 'request');
    controller.abort(new Error('Stopped.'));
    await expect(call).rejects.toThrow('Stopped.');
  });

  it('must have known names', async () => {
    const client = createClient({ ...CLIENT, baseUrl: BASE_URL });
    const options = { timeuot: 1 } as RequestOptions;
    await expect(Promise.resolve(CALLS[id](client, options))).rejects.toMatchObject({
      type: 'invalid_option',
      message: 'Unknown option "timeuot". Did you mean timeout?',
    });
  });
});
