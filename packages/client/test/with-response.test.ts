import {
  createClient,
  OrderFailedError,
  type ApiPromise,
  type Client,
  type List,
} from '@mkt/client';
import { describe, expect, it } from 'vitest';
import { serveHttp } from '../../../test-bed/local-server.ts';
import { API_KEY, failedOrder, openOrder, order, RESPONSES } from './records.ts';

/** A client of a server that responds with these bodies in turn, and with their number as the request id. */
async function serverOf(...bodies: unknown[]) {
  let requests = 0;
  const local = await serveHttp((_, response) => {
    const body = bodies[Math.min(requests, bodies.length - 1)];
    requests += 1;
    response.writeHead(body === undefined ? 204 : 200, { 'x-request-id': `req-${requests}` });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  });
  const client = createClient({ baseUrl: local.url, apiKey: API_KEY, retries: 0 });
  return {
    client,
    requests: () => requests,
    [Symbol.asyncDispose]: () => local[Symbol.asyncDispose](),
  };
}

describe('withResponse', () => {
  it.each<[string, unknown, (client: Client) => ApiPromise<unknown> | List<unknown>]>([
    ['me', RESPONSES.getMe, (client) => client.me()],
    ['run', order(), (client) => client.run('a')],
    ['activate', order(), (client) => client.activate('a')],
    ['orders.wait', order(), (client) => client.orders.wait('o')],
    ['request', { any: 1 }, (client) => client.request('GET', '/v1/any')],
    ['marketplace.categories', RESPONSES.listCategories, (c) => c.categories()],
    ['the first page of a list', RESPONSES.listOrders, (client) => client.orders.list()],
    [
      'rotateSigningSecret',
      RESPONSES.rotateSigningSecret,
      (c) => c.listings.rotateSigningSecret('p'),
    ],
  ])('the response of %s has status, headers, request id and text', async (_, body, call) => {
    await using server = await serverOf(body);
    const promise = call(server.client);
    const { data, response } = await promise.withResponse();
    expect(response).toMatchObject({ status: 200, requestId: 'req-1', text: JSON.stringify(body) });
    expect(response.headers.get('x-request-id')).toBe('req-1');
    expect(await promise).toEqual(data);
  });

  it('the response of a method without data comes alone', async () => {
    await using server = await serverOf(undefined);
    const { data, response } = await server.client.apiKeys.delete('k').withResponse();
    expect([data, response.status, response.text]).toEqual([undefined, 204, undefined]);
  });

  it('the response of a wait is the one that settled the order', async () => {
    await using server = await serverOf(openOrder('running'), order());
    const { data, response } = await server.client.run('a').withResponse();
    expect([data, response.requestId]).toEqual([{ words: 2 }, 'req-2']);
  });

  it('withResponse and await on the same promise send one request', async () => {
    await using server = await serverOf(RESPONSES.getMe);
    const call = server.client.me();
    await Promise.all([call, call.withResponse(), call]);
    expect(server.requests()).toBe(1);
    const list = server.client.orders.list();
    await expect(list.withResponse()).rejects.toThrow('is not a mkt marketplace');
    await expect(Promise.resolve(list)).rejects.toThrow('is not a mkt marketplace');
    expect(server.requests()).toBe(2);
  });

  it('throws what await throws', async () => {
    await using server = await serverOf(failedOrder);
    await expect(server.client.run('a').withResponse()).rejects.toBeInstanceOf(OrderFailedError);
    await expect(server.client.orders.get('').withResponse()).rejects.toMatchObject({
      type: 'invalid_option',
    });
  });

  it('leaves no unhandled rejection, and a call that is never awaited leaves one', async () => {
    const unhandled: unknown[] = [];
    const others = process.listeners('unhandledRejection');
    process.removeAllListeners('unhandledRejection');
    const onUnhandled = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', onUnhandled);
    try {
      await using server = await serverOf({});
      await server.client
        .me()
        .withResponse()
        .catch(() => undefined);
      await server.client.me().catch(() => undefined);
      await nextTurn();
      expect(unhandled).toEqual([]);
      void server.client.orders.get('');
      await nextTurn();
      expect(unhandled).toHaveLength(1);
    } finally {
      process.removeListener('unhandledRejection', onUnhandled);
      for (const listener of others) process.on('unhandledRejection', listener);
    }
  });
});

/** Rejections without a handler are reported before the next turn of the event loop. */
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
