import { createClient, type ClientOptions } from '@mkt/client';
import { describe, expect, it } from 'vitest';
import { closedPort, listen } from './local-server.ts';
import { RESPONSES, BASE_URL } from './records.ts';

const QUICK: ClientOptions = {
  baseUrl: BASE_URL,
  apiKey: null,
  backoff: { minDelay: 1, maxDelay: 1 },
};

describe('a connection that fails', () => {
  it('is tried again, whether it was cut before the answer or in its middle', async () => {
    let attempts = 0;
    await using local = await listen((_, response) => {
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

  it('is a ConnectionError that says where, why and what to look at, with its cause', async () => {
    const baseUrl = await closedPort();
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
  ])('because its fetch threw %s is a ConnectionError still', async (_, thrown) => {
    const odd = createClient({
      ...QUICK,
      retries: 0,
      fetch: () => Promise.reject(thrown),
    });
    await expect(odd.me()).rejects.toMatchObject({ name: 'ConnectionError', type: 'unreachable' });
  });

  it('because its fetch gave no response is a ConnectionError still', async () => {
    const odd = createClient({ ...QUICK, fetch: async () => undefined as unknown as Response });
    await expect(odd.me()).rejects.toMatchObject({ name: 'ConnectionError' });
  });
});

describe('an activation', () => {
  it('that may have arrived tells its key, for the caller to try again with', async () => {
    const baseUrl = await closedPort();
    const unreachable = createClient({ ...QUICK, baseUrl, retries: 0 });
    await expect(
      unreachable.activate('text-insights', {}, { idempotencyKey: 'order-17' }),
    ).rejects.toMatchObject({ name: 'ConnectionError', idempotencyKey: 'order-17' });
  });
});

describe('an answer that drips', () => {
  it('is over when the attempt’s time is, headers or not', async () => {
    await using local = await listen((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"userId":');
    });
    const impatient = createClient({ ...QUICK, baseUrl: local.url, timeout: 50, retries: 0 });
    await expect(impatient.me()).rejects.toMatchObject({ type: 'timeout' });
  });
});
