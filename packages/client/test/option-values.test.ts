import { createClient, type Client } from '@mkt/client';
import { describe, expect, it } from 'vitest';
import { errorBody, json, mockMarketplace } from './mock-marketplace.ts';
import { API_KEY, BASE_URL, openOrder, order, RESPONSES } from './records.ts';

const mock = mockMarketplace();
const client = createClient({
  baseUrl: BASE_URL,
  apiKey: API_KEY,
  backoff: { minDelay: 1, maxDelay: 1 },
});
const created = () => json(order());

describe('an idempotency key', () => {
  it.each<[string, (client: Client) => Promise<unknown>]>([
    ['activate', (client) => client.activate('a', {}, { idempotencyKey: 'key-1' })],
    ['run', (client) => client.run('a', {}, { idempotencyKey: 'key-1' })],
    [
      'request',
      (client) =>
        client.request('POST', '/v1/orders', {
          body: { listingId: 'a' },
          idempotencyKey: 'key-1',
          headers: { 'Idempotency-Key': 'replaced' },
        }),
    ],
  ])('is an option of %s', async (_, call) => {
    const requests = mock.respondsWith(() => errorBody(503, 'overloaded'), created);
    await call(client);
    expect(requests.map(({ headers }) => headers.get('idempotency-key'))).toEqual([
      'key-1',
      'key-1',
    ]);
  });
});

describe('run and orders.wait', () => {
  it('send the headers with each of their requests', async () => {
    const requests = mock.respondsWith(() => json(openOrder('running')), created);
    await client.run('a', {}, { headers: { 'x-trace': '7' } });
    await client.orders.wait('o', { headers: { 'x-trace': '7' } });
    expect(requests.map(({ headers }) => headers.get('x-trace'))).toEqual(['7', '7', '7']);
  });

  it('retry an activation as often as configured', async () => {
    const requests = mock.respondsWith(() => errorBody(503, 'overloaded'));
    await expect(client.run('a', {}, { retries: 0 })).rejects.toThrow('A sentence.');
    expect(requests).toHaveLength(1);
  });
});

describe('an option that is wrong', () => {
  it.each<[string, (client: Client) => Promise<unknown>, RegExp]>([
    ['a timeout of 0', (client) => client.me({ timeout: 0 }), /^timeout must be greater than 0/],
    ['half a retry', (client) => client.me({ retries: 0.5 }), /^retries must be an integer/],
    [
      'a grace period without a unit',
      (client) => client.listings.rotateSigningSecret('p', { gracePeriod: '9' as '9s' }),
      /^gracePeriod must be a number of milliseconds/,
    ],
    [
      'an option of another method',
      (client) => client.run('a', {}, { wait: '1s' } as object),
      /^Unknown option "wait"\. The options are headers, .*, maxPrice, /,
    ],
    [
      'a misspelled guard',
      (client) => client.activate('a', {}, { maxprice: 1 } as object),
      /^Unknown option "maxprice"\. Did you mean maxPrice\?$/,
    ],
    [
      'a misspelled option of a wait',
      (client) => client.orders.wait('o', { onupdate: () => {} } as object),
      /^Unknown option "onupdate"\. Did you mean onUpdate\?$/,
    ],
    [
      'a misspelled wait',
      (client) => client.orders.get('o', { wiat: '1s' } as object),
      /^Unknown option "wiat"\. Did you mean wait\?$/,
    ],
    [
      'a misspelled slug',
      (client) => client.listings.importFromService('https://a.example', { slgu: 'a' } as object),
      /^Unknown option "slgu"\. Did you mean slug\?$/,
    ],
    [
      'a misspelled part of a request',
      (client) => client.request('GET', '/v1/me', { qurey: {} } as object),
      /^Unknown option "qurey"\. Did you mean query\?$/,
    ],
  ])('rejects before anything is sent: %s', async (_, call, message) => {
    const requests = mock.respondsWith(created);
    await expect(call(client)).rejects.toMatchObject({
      name: 'InvalidOptionError',
      message: expect.stringMatching(message),
    });
    expect(requests).toHaveLength(0);
  });

  it.each([
    [{ timeoutMs: 5_000 }, 'timeoutMs', 'timeout'],
    [{ apikey: API_KEY }, 'apikey', 'apiKey'],
    [{ maxRetries: 5 }, 'maxRetries', 'retries'],
    [{ key: API_KEY }, 'key', 'apiKey'],
    [{ backoff: { minDelayMs: 5 } }, 'minDelayMs', 'minDelay'],
  ])('throws in createClient: %j', (options, name, suggestion) => {
    expect(() => createClient(options as object)).toThrow(
      `Unknown option "${name}". Did you mean ${suggestion}?`,
    );
  });
});

describe('a grace period', () => {
  it.each([
    [0, 0],
    ['1ms', 1],
    ['1500ms', 2],
    ['24h', 86_400],
  ] as const)('of %s is %i seconds', async (gracePeriod, gracePeriodSeconds) => {
    const requests = mock.respondsWith(() => json(RESPONSES.rotateSigningSecret));
    await client.listings.rotateSigningSecret('p', { gracePeriod });
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({ gracePeriodSeconds });
  });
});

describe('a slug', () => {
  it.each([
    ['preview', RESPONSES.previewService],
    ['importFromService', RESPONSES.importService],
  ] as const)('is an option of listings.%s', async (method, response) => {
    const seen = mock.respondsWith(() => json(response));
    await client.listings[method]('https://seller.example', { slug: 'insights', retries: 0 });
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual({
      serviceUrl: 'https://seller.example',
      slug: 'insights',
    });
  });
});
