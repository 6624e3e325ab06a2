// The code of this package's README, some of which docs/reference/seller-interface.md#signing shows too.
import { readFileSync } from 'node:fs';
// #region error-import
import { ServiceError } from '@mkt/seller-kit';
// #endregion
// #region verify-import
import { verifyRequest } from '@mkt/seller-kit';
// #endregion
import { DefinitionError, defineService } from '@mkt/seller-kit';
import { expressHandler } from '@mkt/seller-kit/express';
// #region node-import
import { serve } from '@mkt/seller-kit/node';
// #endregion
// #region testing-import
import { callService, signedRequest } from '@mkt/seller-kit/testing';
// #endregion
import express from 'express';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { listen } from './listen.ts';
import { sampleService, SECRET } from './sample-service.ts';

beforeEach(() => vi.stubEnv('MKT_SIGNING_SECRET', SECRET));
afterEach(() => vi.unstubAllEnvs());

const service = sampleService();
const statusOf = async (url: string) => (await fetch(url)).status;

describe('an express app', () => {
  it('has the service at its root', async () => {
    const app = express();
    // #region root
    app.use(expressHandler(service)); // at the root
    // #endregion
    expect(await statusOf(`${await listen(app)}/health`)).toBe(200);
  });

  it('has the service under a prefix', async () => {
    const app = express();
    const service = sampleService({ baseUrl: 'https://api.example.com/text' });
    // #region prefix
    app.use('/text', expressHandler(service)); // under a prefix that baseUrl also ends with
    // #endregion
    expect(await statusOf(`${await listen(app)}/text/health`)).toBe(200);
  });

  it('has routes after the service', async () => {
    const app = express();
    // #region fallthrough
    app.use(expressHandler(service, { fallthrough: true })); // other paths pass through to later routes
    // #endregion
    app.get('/about', (_request, response) => void response.sendStatus(204));
    const url = await listen(app);
    expect([await statusOf(`${url}/health`), await statusOf(`${url}/about`)]).toEqual([200, 204]);
  });
});

it('the address of a mounted service ends with its path', async () => {
  vi.stubEnv('PUBLIC_URL', undefined);
  const define = () =>
    defineService({
      name: 'Text length',
      description: 'How long a text is.',
      price: { amountCents: 2 },
      // #region base-url
      baseUrl: `${process.env.PUBLIC_URL ?? ''}/text`,
      // #endregion
      run: () => null,
    });
  const endpointOf = async () => {
    const response = await define().fetch(new Request('http://localhost:8801/text/contract'));
    const { provider } = await response.json();
    return provider.runContract.endpointPath;
  };
  expect(await endpointOf()).toBe('http://localhost:8801/text/run');
  vi.stubEnv('PUBLIC_URL', 'https://api.example.com');
  expect(await endpointOf()).toBe('https://api.example.com/text/run');
});

it('serve listens on PORT and ends at SIGTERM', async () => {
  vi.stubEnv('PORT', '0');
  const before = process.listeners('SIGTERM');
  // #region node
  const server = await serve(service); // on the port in PORT (default 8801), at the address in HOST
  process.once('SIGTERM', () => void server.close()); // lets calls in flight finish
  // #endregion
  onTestFinished(server.close);
  const health = `http://127.0.0.1:${server.port}/health`;
  expect(await statusOf(health)).toBe(200);
  const onSigterm = process.listeners('SIGTERM').find((each) => !before.includes(each));
  if (!onSigterm) throw new Error('Nothing listens for SIGTERM.');
  process.removeListener('SIGTERM', onSigterm);
  onSigterm('SIGTERM');
  await expect.poll(() => statusOf(health).catch(() => 'closed')).toBe('closed');
});

it('verifyRequest verifies a call in one step', async () => {
  const request = await signedRequest(service, { text: 'Hello' });
  // #region verify
  const { orderId, bodyText } = await verifyRequest(request); // throws unless the marketplace signed it
  // #endregion
  expect([orderId, bodyText]).toEqual([expect.stringMatching(/./), '{"text":"Hello"}']);
});

it('a replay store may be Redis, which several processes share', async () => {
  // `SET key value EX seconds NX` as ioredis sends it: only the first one of a key is done.
  const keys = new Map<string, number>();
  const redis = {
    async set(key: string, _value: string, _ex: 'EX', seconds: number, _nx: 'NX') {
      if (keys.has(key)) return null;
      keys.set(key, seconds);
      return 'OK' as const;
    },
  };
  // #region redis
  const replay = {
    add: async (orderId: string) =>
      (await redis.set(`mkt:${orderId}`, '1', 'EX', 600, 'NX')) === 'OK',
  };
  // #endregion
  const processes = [sampleService({ replay }), sampleService({ replay })];
  const request = await signedRequest(service, { text: 'Hello' });
  const statuses = [];
  for (const each of processes) statuses.push((await each.fetch(request.clone())).status);
  expect(statuses).toEqual([200, 401]);
  expect([...keys.values()]).toEqual([600]);
});

it('a log of your own has a line for each call', async () => {
  const log = { info: vi.fn<(facts: object, message: string) => void>() };
  const service = defineService({
    name: 'Text length',
    description: 'How long a text is.',
    price: { amountCents: 2 },
    // #region on-call
    onCall: ({ service, orderId, status, durationMs, error }) =>
      log.info({ service, orderId, status, durationMs, error }, 'call'),
    // #endregion
    run: () => null,
  });
  await callService(service, {}, { orderId: 'order-1' });
  const durationMs = expect.any(Number) as number;
  const facts = { service: 'Text length', orderId: 'order-1', status: 200, durationMs };
  expect(log.info).toHaveBeenCalledExactlyOnceWith({ ...facts, error: undefined }, 'call');
});

it('a service is tested without a marketplace', async () => {
  // #region testing
  const { status, body } = await callService(service, { text: 'Hello' });
  const response = await service.fetch(await signedRequest(service, {}, { ageSeconds: 400 })); // 401
  // #endregion
  expect([status, body, response.status]).toEqual([200, { length: 5 }, 401]);
});

it('run throws the error that the buyer reads', async () => {
  const run = () => {
    // #region error
    throw new ServiceError(422, 'The language of the text is not supported'); // the buyer reads this
    // #endregion
  };
  const { status, body } = await callService(sampleService({ run }), { text: 'Hello' });
  expect([status, body]).toEqual([422, { error: 'The language of the text is not supported' }]);
});

it('a definition with mistakes is refused with all of them', () => {
  const definition = {
    name: 'Text length',
    description: 'How long a text is.',
    price: { amountCents: 1.5 },
    prize: 2,
    signingSecret: SECRET,
    run: () => null,
  };
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const [, shown = ''] = /\n```\n(defineService:[^`]*)\n```\n/.exec(readme) ?? [];
  expect(() => defineService(definition as never)).toThrow(
    new DefinitionError(shown.split('\n- ').slice(1)),
  );
});
