import { request as httpRequest } from 'node:http';
import { ServiceError, type Call } from '@mkt/seller-kit';
import { expressHandler } from '@mkt/seller-kit/express';
import { nodeHandler } from '@mkt/seller-kit/node';
import { callService, signedRequest } from '@mkt/seller-kit/testing';
import { formatPayload } from '@mkt/protocol/signing';
import express from 'express';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listen, sendSigned } from './listen.ts';
import { OUTPUT, recordingLogger, sampleService, SECRET, type Run } from './sample-service.ts';

beforeEach(() => vi.stubEnv('MKT_SIGNING_SECRET', undefined));
afterEach(() => vi.unstubAllEnvs());

describe('what run throws', () => {
  it('is a 500 without details, which the log has', async () => {
    const logger = recordingLogger();
    const thrown = new Error('connect ECONNREFUSED 10.0.0.5:5432 as admin');
    const run = () => {
      throw thrown;
    };
    const { status, body, response } = await callService(
      sampleService({ run, logger }),
      { text: 'a' },
      { orderId: 'order-7' },
    );
    expect([status, body]).toEqual([500, { error: 'The service failed' }]);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(logger.error).toHaveBeenCalledExactlyOnceWith(
      '[mkt] Text length: run threw on order order-7.',
      thrown,
    );
  });

  it.each([
    ['a rejected promise', () => Promise.reject(new Error('no'))],
    ['a string', () => Promise.reject('no')],
    ['undefined', () => Promise.reject(undefined)],
    [
      'an object that only looks like a ServiceError',
      () => Promise.reject({ name: 'ServiceError', status: 404, message: 'no' }),
    ],
    [
      'a ServiceError whose status was changed',
      () => Promise.reject(Object.assign(new ServiceError(404, 'no'), { status: 200 })),
    ],
  ])('is a 500 too when it is %s', async (_, run) => {
    const { status, body } = await callService(sampleService({ run }), { text: 'a' });
    expect([status, body]).toEqual([500, { error: 'The service failed' }]);
  });

  it('keeps status and message when it is a ServiceError', async () => {
    const logger = recordingLogger();
    const run = async () => {
      throw new ServiceError(422, 'The text is in no language that is known');
    };
    const { status, body } = await callService(sampleService({ run, logger }), { text: 'a' });
    expect([status, body]).toEqual([422, { error: 'The text is in no language that is known' }]);
    expect(logger.error).not.toHaveBeenCalled();
  });

  it('keeps them also when the kit was loaded twice', async () => {
    class ServiceErrorOfAnotherCopy extends Error {
      override name = 'ServiceError';
      status = 429;
    }
    const run = () => Promise.reject(new ServiceErrorOfAnotherCopy('Too many'));
    const { status, body } = await callService(sampleService({ run }), { text: 'a' });
    expect([status, body]).toEqual([429, { error: 'Too many' }]);
  });

  it.each([200, 302, 399, 600, 404.5, NaN, '404'])(
    'cannot be a ServiceError with status %s',
    (status) => {
      expect(() => new ServiceError(status as number, 'no')).toThrow(RangeError);
    },
  );
});

describe('what run returns', () => {
  it.each([
    ['an object', { a: [1, null] }, '{"a":[1,null]}'],
    ['null', null, 'null'],
    ['nothing', undefined, 'null'],
    ['a text', 'é', '"é"'],
    ['false', false, 'false'],
    ['a Date', { at: new Date(0) }, '{"at":"1970-01-01T00:00:00.000Z"}'],
  ])('is sent as JSON: %s', async (_, result, text) => {
    const { status, response } = await callService(sampleService({ run: () => result }), {
      text: 'a',
    });
    expect([status, await response.text()]).toEqual([200, text]);
  });

  it.each([
    ['a BigInt', { n: 1n }],
    ['a function', () => 1],
    [
      'a circle',
      (() => {
        const circle = {};
        return Object.assign(circle, { circle });
      })(),
    ],
  ])('is a 500 when it cannot be JSON: %s', async (_, result) => {
    const logger = recordingLogger();
    const { status, body } = await callService(sampleService({ run: () => result, logger }), {
      text: 'a',
    });
    expect([status, body]).toEqual([500, { error: 'The service failed' }]);
    expect(logger.error.mock.lastCall?.[0]).toBe(
      '[mkt] Text length: run returned a value that cannot be written as JSON.',
    );
  });

  describe('and does not match output', () => {
    const run = () => ({ length: 'five' });

    it('is a 500 in development that says where', async () => {
      const logger = recordingLogger();
      const service = sampleService({ run, logger, output: OUTPUT });
      const { status, body } = await callService(service, { text: 'a' });
      const error = 'The result does not match the output schema: /length must be integer';
      expect([status, body]).toEqual([500, { error }]);
      expect(logger.error).toHaveBeenCalledWith(`[mkt] Text length: ${error}`);
    });

    it('is sent in production', async () => {
      vi.stubEnv('NODE_ENV', 'production');
      const service = sampleService({ run, output: OUTPUT });
      const { status, body } = await callService(service, { text: 'a' });
      expect([status, body]).toEqual([200, { length: 'five' }]);
    });
  });

  it('is checked as it is sent: a Date fits a string', async () => {
    const output = { type: 'object', properties: { at: { type: 'string', format: 'date-time' } } };
    const service = sampleService({ run: () => ({ at: new Date(0) }), output });
    expect((await callService(service, { text: 'a' })).status).toBe(200);
  });

  it('is a 500 in development when it is larger than the marketplace accepts', async () => {
    const result = 'x'.repeat(1024 * 1024 - 2);
    expect((await callService(sampleService({ run: () => result }), { text: 'a' })).status).toBe(
      200,
    );
    const { status, body } = await callService(sampleService({ run: () => `${result}x` }), {
      text: 'a',
    });
    expect([status, body]).toEqual([
      500,
      { error: 'The result is larger than the 1048576 bytes that the marketplace accepts' },
    ]);
  });
});

describe('without a secret', () => {
  it('a warning is logged when the service is defined, and none per call', async () => {
    const logger = recordingLogger();
    const service = sampleService({ signingSecret: undefined, logger });
    await callService(service, { text: 'a' });
    await callService(service, { text: 'a' });
    expect(logger.warn).toHaveBeenCalledOnce();
    expect(logger.warn.mock.calls[0]?.[0]).toMatch(
      /WARNING: Text length accepts calls from anyone/,
    );
  });

  it('no warning is logged under mkt dev, which starts the service again with its secret', () => {
    vi.stubEnv('MKT_DEV', '1');
    const logger = recordingLogger();
    sampleService({ signingSecret: undefined, logger });
    vi.stubEnv('NODE_ENV', 'production');
    const production = recordingLogger();
    sampleService({ signingSecret: undefined, baseUrl: 'https://a.example', logger: production });
    vi.unstubAllEnvs();
    expect([logger, production].map(({ warn }) => warn.mock.calls.length)).toEqual([0, 1]);
  });

  it('a call runs, and is marked as not verified', async () => {
    const run = vi.fn<Run>(() => null);
    const service = sampleService({ signingSecret: undefined, run });
    expect((await callService(service, { text: 'a' })).status).toBe(200);
    const call = run.mock.calls[0]?.[1];
    expect(call).toMatchObject({ verified: false, listingId: 'local', buyerId: 'local' });
    expect(call?.orderId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('run receives the ids that the caller claims', async () => {
    const run = vi.fn<Run>(() => null);
    const service = sampleService({ signingSecret: undefined, run });
    const envelope = { orderId: 'o', listingId: 'l', buyerId: 'b' };
    const request = new Request('http://seller.test/run', {
      method: 'POST',
      headers: { 'x-mkt-payload': formatPayload(envelope, 1), 'x-mkt-signature': 'v1,AAAA' },
      body: '{"text":"a"}',
    });
    expect((await service.fetch(request)).status).toBe(200);
    expect(run.mock.calls[0]?.[1]).toMatchObject({ ...envelope, verified: false });
  });

  it('is the same when MKT_SIGNING_SECRET is not set; when it is, calls are verified', async () => {
    vi.stubEnv('MKT_SIGNING_SECRET', SECRET);
    const service = sampleService({ signingSecret: undefined });
    vi.stubEnv('MKT_SIGNING_SECRET', undefined);
    expect((await callService(service, { text: 'a' })).status).toBe(200);
    const unsigned = new Request('http://seller.test/run', {
      method: 'POST',
      body: '{"text":"a"}',
    });
    expect((await service.fetch(unsigned)).status).toBe(401);
  });
});

/** Sends a signed request whose connection the test can destroy. */
async function sendAndHold(url: string, request: Request) {
  const headers = Object.fromEntries(request.headers);
  const sent = httpRequest(`${url}/run`, { method: 'POST', headers });
  sent.on('error', () => undefined);
  return sent.end(await request.text());
}

describe('the signal of a call', () => {
  it('aborts when the caller disconnects', async () => {
    const started = Promise.withResolvers<Call>();
    const aborted = Promise.withResolvers<void>();
    const service = sampleService({
      run: (_, call) => {
        call.signal.addEventListener('abort', () => aborted.resolve());
        started.resolve(call);
        return aborted.promise;
      },
    });
    const url = await listen(express().use(expressHandler(service)));
    const sent = await sendAndHold(url, await signedRequest(service, { text: 'a' }));
    const call = await started.promise;
    expect(call.signal.aborted).toBe(false);
    sent.destroy();
    await aborted.promise;
    expect(call.signal.aborted).toBe(true);
    expect(call.signal).toBe(call.signal);
  });

  it('is aborted already when it is read after the caller disconnected', async () => {
    const closed = Promise.withResolvers<void>();
    const entered = Promise.withResolvers<void>();
    const received = Promise.withResolvers<boolean>();
    const service = sampleService({
      run: async (_, call) => {
        entered.resolve();
        await closed.promise;
        received.resolve(call.signal.aborted);
      },
    });
    const url = await listen((request, response) => {
      response.on('close', () => closed.resolve());
      nodeHandler(service)(request, response);
    });
    const sent = await sendAndHold(url, await signedRequest(service, { text: 'a' }));
    await entered.promise;
    sent.destroy();
    expect(await received.promise).toBe(true);
  });

  it('does not abort when the call succeeds', async () => {
    const signals: AbortSignal[] = [];
    const service = sampleService({
      run: (_, { signal }) => {
        signals.push(signal);
        return { length: 1 };
      },
    });
    const closed = Promise.withResolvers<void>();
    const url = await listen((request, response) => {
      response.on('close', () => closed.resolve());
      nodeHandler(service)(request, response);
    });
    const response = await sendSigned(url, await signedRequest(service, { text: 'a' }));
    expect(response.status).toBe(200);
    await closed.promise;
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  });

  it('is the request’s own with fetch', async () => {
    const controller = new AbortController();
    const service = sampleService({
      run: async (_, { signal }) => {
        controller.abort();
        return { length: signal.aborted ? 1 : 0 };
      },
    });
    const request = await signedRequest(service, { text: 'a' });
    const response = await service.fetch(new Request(request, { signal: controller.signal }));
    expect(await response.json()).toEqual({ length: 1 });
  });
});

describe('a response that something else has already sent', () => {
  it('is not changed', async () => {
    const service = sampleService({ run: () => ({ length: 1 }) });
    const app = express();
    app.use((_, response, next) => {
      next();
      response.status(504).end('too slow');
    });
    const url = await listen(app.use(expressHandler(service)));
    const response = await sendSigned(url, await signedRequest(service, { text: 'a' }));
    expect([response.status, await response.text()]).toEqual([504, 'too slow']);
    expect((await fetch(`${url}/health`)).status).toBe(504);
  });
});
