import { createClient, type Client, type ClientOptions } from '@mkt/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { errorBody, json, mockMarketplace } from './mock-marketplace.ts';
import { RESPONSES, BASE_URL, order } from './records.ts';
import { hang, scriptedFetch } from './scripted-fetch.ts';

const QUICK: ClientOptions = {
  baseUrl: BASE_URL,
  apiKey: null,
  backoff: { minDelay: 1, maxDelay: 1 },
};
const mock = mockMarketplace();
const client = createClient(QUICK);
const me = () => json(RESPONSES.getMe);
const created = () => json(order(), { status: 201 });

describe('a failed read', () => {
  it.each([408, 429, 502, 503, 504])('a read with status %i is retried twice', async (status) => {
    const failure = () => errorBody(status, 'x');
    const recovers = mock.respondsWith(failure, failure, me);
    await expect(client.me()).resolves.toEqual(RESPONSES.getMe);
    expect(recovers).toHaveLength(3);

    const stays = mock.respondsWith(failure);
    await expect(client.me()).rejects.toMatchObject({ status });
    expect(stays).toHaveLength(3);
  });

  it.each([400, 401, 403, 404, 409, 413, 422, 500, 501])(
    'a read with status %i is not retried',
    async (status) => {
      const requests = mock.respondsWith(() => errorBody(status, 'x'));
      await expect(client.me()).rejects.toMatchObject({ status });
      expect(requests).toHaveLength(1);
    },
  );

  it('a read that gets the HTML of a proxy is retried too', async () => {
    const requests = mock.respondsWith(
      () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
      me,
    );
    await expect(client.me()).resolves.toEqual(RESPONSES.getMe);
    expect(requests).toHaveLength(2);
  });

  it('is retried as often as the client’s options say', async () => {
    for (const retries of [0, 1, 4]) {
      const requests = mock.respondsWith(() => errorBody(503, 'overloaded'));
      await expect(createClient({ ...QUICK, retries }).me()).rejects.toThrow('A sentence.');
      expect(requests).toHaveLength(1 + retries);
    }
  });
});

describe('an activation', () => {
  it('is retried with the same key and the same bytes, so that there is one order', async () => {
    const failure = () => errorBody(503, 'overloaded');
    const requests = mock.respondsWith(failure, failure, created);
    let serialised = 0;
    await client.activate('text-insights', { toJSON: () => ({ n: (serialised += 1) }) });
    const keys = requests.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toHaveLength(3);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(keys).size).toBe(1);
    expect(new Set(requests.map(({ body }) => body)).size).toBe(1);
  });

  it('has a new key for each call', async () => {
    const requests = mock.respondsWith(created);
    await client.activate('text-insights');
    await client.activate('text-insights');
    expect(new Set(requests.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(2);
  });

  it('uses the caller’s key', async () => {
    const requests = mock.respondsWith(created);
    await client.activate('text-insights', {}, { idempotencyKey: 'order 17/b' });
    expect(requests[0]?.headers.get('idempotency-key')).toBe('order 17/b');
  });

  it.each(['', ' ', 'a\r\nx-evil: 1', 'café', 'x'.repeat(256)])(
    'the key %j is rejected',
    async (idempotencyKey) => {
      const requests = mock.respondsWith(created);
      await expect(client.activate('a', {}, { idempotencyKey })).rejects.toMatchObject({
        type: 'invalid_option',
      });
      expect(requests).toHaveLength(0);
    },
  );
});

describe('a request that may not be repeated', () => {
  const runContract = { method: 'POST', endpointPath: 'https://seller.example' } as const;
  it.each<[string, (client: Client) => Promise<unknown>]>([
    ['a new listing', (client) => client.listings.create({ title: 'T', runContract })],
    ['an import', (client) => client.listings.importFromService('https://seller.example')],
    ['a change', (client) => client.listings.pause('l1')],
    ['a deletion', (client) => client.listings.delete('p1')],
    ['a rotation', (client) => client.listings.rotateSigningSecret('p1')],
    ['a new key', (client) => client.apiKeys.create({ name: 'k', scopes: [] })],
    ['a request of that kind', (client) => client.request('POST', '/v1/listings/from-service')],
    [
      'one with an Idempotency-Key on a path that takes none',
      (client) => client.request('POST', '/v1/providers', { headers: { 'idempotency-key': 'k' } }),
    ],
  ])('is sent once: %s', async (_, call) => {
    const requests = mock.respondsWith(() => errorBody(503, 'overloaded'));
    await expect(call(client)).rejects.toMatchObject({ name: 'ServerError' });
    expect(requests).toHaveLength(1);
  });
});

describe('the time between attempts', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: Date.parse('2026-11-01T10:00:00Z') });
  });
  afterEach(() => vi.useRealTimers());

  const busy = (retryAfter?: string) => () => {
    const response = errorBody(503, 'overloaded');
    if (retryAfter !== undefined) response.headers.set('retry-after', retryAfter);
    return response;
  };

  /** Milliseconds between the attempts of a call that finally fails. */
  async function pauses(options: ClientOptions, ...script: Parameters<typeof scriptedFetch>) {
    const { fetch, attempts } = scriptedFetch(...script);
    const call = createClient({ baseUrl: BASE_URL, apiKey: null, ...options, fetch }).me();
    const thrown = call.catch((error: unknown) => error);
    await vi.runAllTimersAsync();
    expect(await thrown).toMatchObject({ name: 'ServerError' });
    return attempts.slice(1).map(({ atMs }, i) => atMs - (attempts[i]?.atMs ?? 0));
  }

  it.each([
    ['least', 0, [250, 500, 1_000, 2_000, 4_000, 4_000]],
    ['most', 1, [500, 1_000, 2_000, 4_000, 8_000, 8_000]],
  ])('doubles from half a second to 8 s; with the %s jitter', async (_, random, expected) => {
    vi.spyOn(Math, 'random').mockReturnValue(random);
    const pausesMs = await pauses({ retries: 6 }, busy());
    expect(pausesMs.map(Math.round)).toEqual(expected);
  });

  it.each([
    ['7', 7_000],
    [' 60 ', 60_000],
    ['Sun, 01 Nov 2026 10:00:30 GMT', 30_000],
  ])('is as long as Retry-After says: %j', async (retryAfter, expected) => {
    const [first = 0] = await pauses({ retries: 1 }, busy(retryAfter), busy());
    expect(Math.round(first)).toBe(expected);
  });

  it.each(['0', 'soon', '-5', 'Sun, 01 Nov 2020 10:00:00 GMT', ''])(
    'is at least the backoff, whatever Retry-After says: %j',
    async (retryAfter) => {
      const [first = 0] = await pauses({ retries: 1 }, busy(retryAfter), busy());
      expect(first).toBeGreaterThanOrEqual(250);
      expect(first).toBeLessThanOrEqual(500);
    },
  );

  it.each(['61', '999999999999', 'Mon, 01 Nov 2027 10:00:00 GMT'])(
    'does not begin when Retry-After is more than a minute: %j',
    async (retryAfter) => {
      expect(await pauses({}, busy(retryAfter))).toEqual([]);
    },
  );

  it('begins when an attempt times out', async () => {
    const { fetch, attempts } = scriptedFetch(hang);
    const options = { baseUrl: BASE_URL, apiKey: null, timeout: 2_000, retries: 1 };
    const call = createClient({ ...options, fetch }).me();
    const thrown = call.catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(attempts).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(501);
    expect(attempts).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await thrown).toMatchObject({
      name: 'ConnectionError',
      type: 'timeout',
      message: `The marketplace at ${BASE_URL} did not respond within 2 s.`,
    });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('adds the requested wait to the timeout of an attempt', async () => {
    const { fetch } = scriptedFetch(hang);
    const options = { baseUrl: BASE_URL, apiKey: null, timeout: 2_000, retries: 0 };
    const client = createClient({ ...options, fetch });
    let settled = 0;
    const calls = [
      client.activate('a', {}, { wait: '10s' }),
      client.orders.get('o1', { wait: 9_001 }),
      client.request('GET', '/v1/orders/o1', { headers: { prefer: 'respond-async, wait=10' } }),
    ].map((call) =>
      call.catch((error: unknown) => {
        settled += 1;
        return error;
      }),
    );
    await vi.advanceTimersByTimeAsync(11_999);
    expect(settled).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    for (const error of await Promise.all(calls)) expect(error).toMatchObject({ type: 'timeout' });
  });
});
