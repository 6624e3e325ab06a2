import { createClient, type Client, type ClientOptions } from '@mkt/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { closedAddress, serveHttp, serveTls } from '../../../test-bed/local-server.ts';
import { selfSigned } from '../../marketplace/test/sellers/certificates.ts';
import { json } from './mock-marketplace.ts';
import { RESPONSES, BASE_URL } from './records.ts';
import { scriptedFetch } from './scripted-fetch.ts';
import { outcomeOf } from './scripted-orders.ts';

const QUICK: ClientOptions = {
  baseUrl: BASE_URL,
  apiKey: null,
  backoff: { minDelay: 1, maxDelay: 1 },
};

describe('a connection that fails', () => {
  it('is retried, whether it breaks before the response or in the middle of it', async () => {
    let attempts = 0;
    await using local = await serveHttp((_, response) => {
      attempts += 1;
      if (attempts === 1) return response.socket?.destroy();
      if (attempts === 3) return response.end(JSON.stringify(RESPONSES.getMe));
      response.writeHead(200, { 'content-length': 1_000 });
      return response.write('{"userId":', () => response.socket?.destroy());
    });
    await expect(createClient({ ...QUICK, baseUrl: local.url }).me()).resolves.toEqual(
      RESPONSES.getMe,
    );
    expect(attempts).toBe(3);
  });

  it('throws a ConnectionError with the address, the reason, a hint and the cause', async () => {
    const { url: baseUrl } = await closedAddress();
    const { port } = new URL(baseUrl);
    await expect(createClient({ ...QUICK, baseUrl }).me()).rejects.toMatchObject({
      name: 'ConnectionError',
      type: 'unreachable',
      requestId: undefined,
      message: `Cannot reach the marketplace at ${baseUrl}: connect ECONNREFUSED 127.0.0.1:${port}. Is it running, and is baseUrl right?`,
      cause: { name: 'TypeError', cause: { code: 'ECONNREFUSED' } },
    });
  });

  it.each([
    ['nothing', undefined],
    ['a text', 'boom'],
    ['a number', 7],
    ['an object', { message: {} }],
  ])('throws a ConnectionError when its fetch throws %s', async (_, thrown) => {
    const odd = createClient({
      ...QUICK,
      retries: 0,
      fetch: () => Promise.reject(thrown),
    });
    await expect(odd.me()).rejects.toMatchObject({ name: 'ConnectionError', type: 'unreachable' });
  });

  it('throws a ConnectionError when its fetch returns no response', async () => {
    const odd = createClient({ ...QUICK, fetch: async () => undefined as unknown as Response });
    await expect(odd.me()).rejects.toMatchObject({ name: 'ConnectionError' });
  });
});

describe('an activation', () => {
  it('throws an error with its idempotency key when it may have arrived, so that the caller can retry with it', async () => {
    await using local = await serveHttp((_, response) => response.socket?.destroy());
    const client = createClient({ ...QUICK, baseUrl: local.url, retries: 0 });
    await expect(client.activate('a', {}, { idempotencyKey: 'order-17' })).rejects.toMatchObject({
      name: 'ConnectionError',
      mayHaveArrived: true,
      idempotencyKey: 'order-17',
      message: expect.not.stringContaining('No order was placed'),
    });
  });

  it('says that no order was placed when no connection was made', async () => {
    const { url: baseUrl } = await closedAddress();
    const call = createClient({ ...QUICK, baseUrl }).activate('a', {}, { idempotencyKey: 'k-1' });
    await expect(call).rejects.toMatchObject({
      name: 'ConnectionError',
      mayHaveArrived: false,
      idempotencyKey: undefined,
      message: expect.stringMatching(
        /^Cannot reach the marketplace at .*connect ECONNREFUSED 127.* is baseUrl right\? No order was placed\.$/,
      ),
    });
  });

  it('says so of a certificate that is not trusted, and of a server without TLS', async () => {
    const certificate = await selfSigned('localhost');
    await using untrusted = await serveTls(certificate, (_, response) => response.end());
    await using plain = await serveHttp((_, response) => response.end());
    for (const baseUrl of [untrusted.url, plain.url.replace('http:', 'https:')]) {
      const call = createClient({ ...QUICK, baseUrl }).activate('a');
      await expect(call).rejects.toMatchObject({
        mayHaveArrived: false,
        idempotencyKey: undefined,
      });
    }
  });
});

describe('a marketplace at which no connection was ever made', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => vi.useRealTimers());

  /** What `fetch` throws, with the error below it. */
  const thrownBy = (cause: object) => () =>
    Promise.reject(Object.assign(new TypeError('fetch failed'), { cause }));
  const refused = thrownBy({
    message: 'connect ECONNREFUSED ::1:9',
    code: 'ECONNREFUSED',
    syscall: 'connect',
  });
  const cut = thrownBy({ message: 'other side closed', code: 'UND_ERR_SOCKET' });

  it.each<[string, () => Promise<Response>]>([
    ['Node: refused', refused],
    [
      'Node: refused at each address',
      thrownBy({ errors: [{ syscall: 'connect' }, { code: 'ECONNREFUSED' }] }),
    ],
    ['Node: an unknown name', thrownBy({ code: 'ENOTFOUND', syscall: 'getaddrinfo' })],
    ['Node: no answer to a connection', thrownBy({ code: 'UND_ERR_CONNECT_TIMEOUT' })],
    ['Node: a certificate', thrownBy({ code: 'CERT_HAS_EXPIRED' })],
    [
      'Bun: refused',
      () => Promise.reject(Object.assign(new TypeError(''), { code: 'ECONNREFUSED' })),
    ],
    ['Bun: no TLS', thrownBy({ message: 'EPROTO: The TLS handshake failed.' })],
    ['Deno: refused', thrownBy({ message: 'error sending request: client error (Connect): tcp' })],
  ])('is reported by every call within 5 s (%s)', async (_, failure) => {
    for (const retries of [2, 10]) {
      const calls: ((client: Client) => Promise<unknown>)[] = [
        (client) => client.run('a', {}),
        (client) => client.run('a', {}, { retries: 10 }),
        (client) => client.orders.wait('o'),
        (client) => client.me(),
        (client) => client.events()[Symbol.asyncIterator]().next(),
      ];
      for (const call of calls) {
        const client = createClient({ baseUrl: BASE_URL, apiKey: null, retries, fetch: failure });
        const startedAt = performance.now();
        const error = await outcomeOf(call(client));
        expect(performance.now() - startedAt).toBeLessThan(5_000);
        expect(error).toMatchObject({ name: 'ConnectionError', idempotencyKey: undefined });
      }
    }
  });

  it.each<[string, () => Promise<Response>]>([
    ['a browser', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a connection that was cut', cut],
    [
      'one address of two',
      thrownBy({ errors: [{ code: 'ECONNREFUSED' }, { code: 'ECONNRESET' }] }),
    ],
  ])('is not assumed where the cause does not say it (%s)', async (_, failure) => {
    const client = createClient({ baseUrl: BASE_URL, apiKey: null, fetch: failure });
    const error = await outcomeOf<unknown>(client.run('a', {}, { idempotencyKey: 'k-1' }));
    expect(error).toMatchObject({
      name: 'WaitTimeoutError',
      idempotencyKey: 'k-1',
      message: expect.stringMatching(/The order may have been placed/),
    });
  });

  it('is waited for until the timeout if an earlier request of this client has reached it', async () => {
    const { fetch } = scriptedFetch(() => json(RESPONSES.getMe), refused);
    const client = createClient({ baseUrl: BASE_URL, apiKey: null, fetch });
    await client.me();
    const startedAt = performance.now();
    const error = await outcomeOf<unknown>(client.run('a', {}));
    expect(performance.now() - startedAt).toBe(60_000);
    expect(error).toMatchObject({
      name: 'ConnectionError',
      idempotencyKey: undefined,
      message: expect.stringMatching(/ECONNREFUSED.*No order was placed/),
    });
  });

  it('is waited for with the key if an earlier attempt of the call may have arrived', async () => {
    const { fetch } = scriptedFetch(cut, refused);
    const client = createClient({ baseUrl: BASE_URL, apiKey: null, fetch });
    const error = await outcomeOf<unknown>(client.run('a', {}, { idempotencyKey: 'k-1' }));
    expect(error).toMatchObject({ name: 'WaitTimeoutError', idempotencyKey: 'k-1' });
  });
});

describe('a response that never ends', () => {
  it('times out even if its headers have arrived', async () => {
    await using local = await serveHttp((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"userId":');
    });
    const impatient = createClient({ ...QUICK, baseUrl: local.url, timeout: 50, retries: 0 });
    await expect(impatient.me()).rejects.toMatchObject({ type: 'timeout' });
  });
});
