import { defineService, type Service } from '@mkt/seller-kit';
import { expressHandler } from '@mkt/seller-kit/express';
import { signedRequest } from '@mkt/seller-kit/testing';
import express from 'express';
import { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EXPRESS, startKitServer } from './adapters.ts';
import { listen, sendSigned } from './listen.ts';
import { recordingLogger, sampleService, type Run } from './sample-service.ts';

const MIB = 1024 * 1024;
/** Enough for the kit to read the body. */
const LOOKS_SIGNED = { 'x-mkt-payload': 'e30.1', 'x-mkt-signature': 'v1,AAAA' };

beforeEach(() => vi.stubEnv('MKT_SIGNING_SECRET', undefined));
afterEach(() => vi.unstubAllEnvs());

/** Sends a signed request over a socket, and reads status and JSON of the response. */
async function sendTo(url: string, request: Request) {
  const response = await sendSigned(url, request);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

describe.each(EXPRESS)('another parser before the kit, in %s', (_, library) => {
  it('is a 500 that tells the seller how to fix the order', async () => {
    const logger = recordingLogger();
    const service = sampleService({ logger });
    const url = await listen(library().use(library.json(), expressHandler(service)));
    const { status, body } = await sendTo(url, await signedRequest(service, { text: 'a' }));
    expect(status).toBe(500);
    expect(body['fix']).toContain(
      'Put app.use(expressHandler(service)) before app.use(express.json())',
    );
    expect(logger.error.mock.lastCall?.[0]).toContain(body['fix']);
  });

  it('is harmless when it keeps the bytes as req.rawBody', async () => {
    const service = sampleService();
    const keep = library.json({
      verify: (request: object, _response: unknown, bytes: Buffer) => {
        Object.assign(request, { rawBody: bytes });
      },
    });
    const url = await listen(library().use(keep, expressHandler(service)));
    const outcome = await sendTo(url, await signedRequest(service, { text: 'abc' }));
    expect(outcome).toEqual({ status: 200, body: { length: 3 } });
  });

  it('is harmless when it is express.raw', async () => {
    const service = sampleService();
    const url = await listen(library().use(library.raw({ type: '*/*' }), expressHandler(service)));
    const outcome = await sendTo(url, await signedRequest(service, { text: 'abc' }));
    expect(outcome).toEqual({ status: 200, body: { length: 3 } });
  });

  it('is harmless when it does not parse this content type', async () => {
    const service = sampleService();
    const app = library().use(
      library.urlencoded({ extended: false }),
      library.text(),
      expressHandler(service),
    );
    const url = await listen(app);
    const outcome = await sendTo(url, await signedRequest(service, { text: 'abc' }));
    expect(outcome).toEqual({ status: 200, body: { length: 3 } });
  });

  it('still parses the bodies of the app’s own routes after the kit', async () => {
    const service = sampleService();
    const app = library()
      .use(expressHandler(service, { fallthrough: true }))
      .use(library.json())
      .post('/orders', (request, response) => {
        response.json({ got: request.body });
      });
    const url = await listen(app);
    const response = await fetch(`${url}/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"a":1}',
    });
    expect(await response.json()).toEqual({ got: { a: 1 } });
    const outcome = await sendTo(url, await signedRequest(service, { text: 'abc' }));
    expect(outcome.status).toBe(200);
  });
});

describe('a body that was read before service.fetch', () => {
  it('is a 500 that tells only the seller that the raw bytes are required', async () => {
    const service = sampleService();
    const app = new Hono().use(async (context, next) => {
      await context.req.raw.text();
      await next();
    });
    app.all('*', (context) => service.fetch(context.req.raw));
    const response = await app.request(await signedRequest(service, { text: 'a' }));
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({
      error: 'The service is misconfigured and cannot take calls; its log has the cause',
      fix: expect.stringContaining('raw bytes'),
    });
  });
});

describe('the size of a body', () => {
  /** A signed request whose body has exactly that many bytes. */
  function requestOf(service: Service, bytes: number) {
    const frame = JSON.stringify({ text: '' }).length;
    return signedRequest(service, { text: 'x'.repeat(bytes - frame) });
  }

  const start = async (service: Service) => (await startKitServer(service)).url;

  it('may be 1 MiB', async () => {
    const service = sampleService();
    const url = await start(service);
    expect((await sendTo(url, await requestOf(service, MIB))).status).toBe(200);
    expect((await service.fetch(await requestOf(service, MIB))).status).toBe(200);
  });

  it('is refused with 413 when it is a byte more', async () => {
    const service = sampleService();
    const url = await start(service);
    const refused = { error: 'The body is larger than 1048576 bytes' };
    expect(await sendTo(url, await requestOf(service, MIB + 1))).toEqual({
      status: 413,
      body: refused,
    });
    const response = await service.fetch(await requestOf(service, MIB + 1));
    expect([response.status, await response.json()]).toEqual([413, refused]);
  });

  it('is refused with a response even when the caller keeps sending', async () => {
    const service = sampleService();
    const url = await start(service);
    const body = 'x'.repeat(8 * MIB);
    const unsigned = await fetch(`${url}/run`, {
      method: 'POST',
      headers: { connection: 'close' },
      body,
    });
    expect(unsigned.status).toBe(401);
    const headers = { ...LOOKS_SIGNED, connection: 'close' };
    expect((await fetch(`${url}/run`, { method: 'POST', headers, body })).status).toBe(413);
  });

  it('is refused without waiting for the end of an endless body', async () => {
    const service = sampleService();
    const url = await start(service);
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 65_536;
        controller.enqueue(new Uint8Array(65_536));
      },
    });
    const headers = LOOKS_SIGNED;
    const init = { method: 'POST', headers, body: endless, duplex: 'half' } as RequestInit;
    expect((await fetch(`${url}/run`, init)).status).toBe(413);
    expect(sent).toBeLessThan(64 * MIB);
  });

  it('is limited by maxBodyBytes', async () => {
    const service = sampleService({ maxBodyBytes: 20 });
    expect((await service.fetch(await requestOf(service, 20))).status).toBe(200);
    expect((await service.fetch(await requestOf(service, 21))).status).toBe(413);
  });

  it('is limited also when another parser kept the bytes', async () => {
    const service = sampleService({ maxBodyBytes: 20 });
    const url = await listen(express().use(express.raw({ type: '*/*' }), expressHandler(service)));
    expect((await sendTo(url, await requestOf(service, 21))).status).toBe(413);
  });
});

describe('a body that is not a valid input', () => {
  async function outcomeOf(body: string | Uint8Array) {
    const run = vi.fn<Run>(() => ({ length: 1 }));
    const logger = recordingLogger();
    const service = sampleService({ run, logger, signingSecret: undefined });
    const request = new Request('http://seller.test/run', {
      method: 'POST',
      body: body as BodyInit,
    });
    const response = await service.fetch(request);
    expect(run).not.toHaveBeenCalled();
    expect(logger.error).not.toHaveBeenCalled();
    return { status: response.status, ...((await response.json()) as { error: string }) };
  }

  it.each([
    ['empty', '', 'The body is not valid JSON'],
    ['cut off', '{"text":"a"', 'The body is not valid JSON'],
    ['a form', 'text=a', 'The body is not valid JSON'],
    ['after a byte order mark', '\uFEFF{"text":"a"}', 'The body is not valid JSON'],
    ['not UTF-8', Uint8Array.of(0x22, 0xff, 0x22), 'The body is not valid UTF-8'],
    ['too deep', '['.repeat(65) + ']'.repeat(65), 'The body is nested deeper than 64 levels'],
    [
      'a number out of range',
      '{"text":"a","limit":1e999}',
      'The body has a number that is out of range',
    ],
    [
      'of another type',
      '[]',
      'The input does not match the input schema: the input must be object',
    ],
    ['without a field', '{}', 'The input does not match the input schema: /text is required'],
    [
      'with a field of another type',
      '{"text":7}',
      'The input does not match the input schema: /text must be string',
    ],
    [
      'with an extra field',
      '{"text":"a","secret-value":1}',
      'The input does not match the input schema: /secret-value is not a known field; the known fields are text and limit',
    ],
    [
      'with a __proto__',
      '{"text":"a","__proto__":{"admin":true}}',
      'The input does not match the input schema: /__proto__ is not a known field; the known fields are text and limit',
    ],
    [
      'with only a __proto__',
      '{"__proto__":{"text":"a"}}',
      'The input does not match the input schema: /text is required, /__proto__ is not a known field; the known fields are text and limit',
    ],
  ])('is 400: %s', async (_, body, error) => {
    expect(await outcomeOf(body)).toEqual({ status: 400, error });
  });

  it('is never repeated in the error', async () => {
    const { error } = await outcomeOf(
      '{"text":{"card":"4242424242424242"},"limit":"4242424242424242"}',
    );
    expect(error).not.toContain('4242');
  });
});

describe('hostile names in an input', () => {
  it('reach run as plain data and change no prototype', async () => {
    const inputs: unknown[] = [];
    const open = defineService({
      name: 'Open',
      description: 'Takes anything.',
      price: { amountCents: 0 },
      logger: recordingLogger(),
      run: (input) => {
        inputs.push(input);
        return input;
      },
    });
    const body = '{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}';
    const response = await open.fetch(
      new Request('http://seller.test/run', { method: 'POST', body }),
    );
    expect(await response.text()).toBe(body);
    expect(Object.keys(inputs[0] as object)).toEqual(['__proto__', 'constructor']);
    expect((inputs[0] as { admin?: boolean }).admin).toBeUndefined();
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });
});
