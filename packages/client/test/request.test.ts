import { createClient } from '@mkt/client';
import { describe, expect, it } from 'vitest';
import { errorBody, json, mockMarketplace } from './mock-marketplace.ts';
import { RESPONSES, API_KEY, BASE_URL, order } from './records.ts';

const mock = mockMarketplace();
const client = createClient({
  baseUrl: `${BASE_URL}/base`,
  apiKey: API_KEY,
  backoff: { minDelay: 1, maxDelay: 1 },
});

describe('request', () => {
  it('returns the body, with its status, headers and request id', async () => {
    const requests = mock.respondsWith(() =>
      json(RESPONSES.getMe, { status: 203, headers: { 'x-request-id': 'req-9', 'x-new': '1' } }),
    );
    const { data, response } = await client
      .request('get', '/v1/me?a=1#top', { query: { b: [2], c: undefined } })
      .withResponse();
    expect(data).toEqual(RESPONSES.getMe);
    expect(response).toMatchObject({ status: 203, requestId: 'req-9' });
    expect(response.headers.get('x-new')).toBe('1');
    expect(requests.map(({ method, path }) => [method, path])).toEqual([
      ['GET', '/base/v1/me?a=1&b=2'],
    ]);
    expect(requests[0]?.headers.get('x-mkt-api-key')).toBe(API_KEY);
  });

  it('sends a body and headers', async () => {
    const requests = mock.respondsWith(() => new Response(null, { status: 204 }));
    const { data, response } = await client
      .request('PATCH', '/v1/x', { body: [1], headers: { 'x-a': 'b' } })
      .withResponse();
    expect([data, response.status]).toEqual([undefined, 204]);
    expect(requests[0]?.body).toBe('[1]');
    expect(requests[0]?.headers.get('x-a')).toBe('b');
    expect(requests[0]?.headers.get('content-type')).toBe('application/json');
  });

  it('accepts a HEAD response without a body', async () => {
    mock.respondsWith(() => new Response(null, { status: 200 }));
    const { response } = await client.request('HEAD', '/v1/me').withResponse();
    expect(response).toMatchObject({ status: 200, text: undefined });
  });

  it('throws the typed errors', async () => {
    mock.respondsWith(() => errorBody(404, 'not_found'));
    await expect(client.request('GET', '/v1/nothing')).rejects.toMatchObject({
      name: 'NotFoundError',
    });
  });

  it('is retried like the operation of its path', async () => {
    const failure = () => errorBody(503, 'overloaded');
    const orders = mock.respondsWith(failure, () => json(order()));
    await client.request('POST', '/v1/orders?x=1', { body: { listingId: 'a' } });
    const keys = orders.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0]]);
  });

  it.each([
    ['a path without its slash', 'GET', 'v1/me', {}],
    ['another host', 'GET', 'https://evil.example/v1/me', {}],
    ['another host, as the end of ours', 'GET', '.evil.example/v1/me', {}],
    ['another host, behind a user name', 'GET', '@evil.example/v1/me', {}],
    ['a method of a proxy', 'CONNECT', '/v1/me', {}],
    ['a method with a line break', 'GET\r\nx-evil: 1', '/v1/me', {}],
    ['a body that cannot be sent', 'GET', '/v1/me', { body: {} }],
    ['a header that cannot be sent', 'GET', '/v1/me', { headers: { 'x-a': 'b\r\nc: d' } }],
  ])('rejects %s before anything is sent', async (_, method, path, options) => {
    const requests = mock.respondsWith(() => json({}));
    await expect(client.request(method, path, options)).rejects.toMatchObject({
      type: 'invalid_option',
    });
    expect(requests).toHaveLength(0);
  });

  it.each(['//evil.example/v1/me', '/\\evil.example', '/@evil.example', '/../../x', '/:80/x'])(
    'sends no request to another host for the path %s',
    async (path) => {
      const requests = mock.respondsWith(() => json({}));
      await client.request('GET', path);
      // msw would fail a request to any other host.
      expect(requests).toHaveLength(1);
    },
  );
});
