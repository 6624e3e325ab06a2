import { createClient, type ClientOptions } from '@mkt/client';
import { describe, expect, it } from 'vitest';
import { closedAddress, serveHttp } from '../../../test-bed/local-server.ts';
import { RESPONSES, BASE_URL } from './records.ts';

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
  it('throws an error with its idempotency key when the activation may have arrived, so that the caller can retry with it', async () => {
    const { url: baseUrl } = await closedAddress();
    const unreachable = createClient({ ...QUICK, baseUrl, retries: 0 });
    await expect(
      unreachable.activate('text-insights', {}, { idempotencyKey: 'order-17' }),
    ).rejects.toMatchObject({ name: 'ConnectionError', idempotencyKey: 'order-17' });
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
