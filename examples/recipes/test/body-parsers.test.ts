// A body parser that reads a call before the kit: the response tells the seller how to fix the order, and buyers nothing of it.
import { defineService } from '@mkt/seller-kit';
import { expressHandler } from '@mkt/seller-kit/express';
import { nodeHandler } from '@mkt/seller-kit/node';
import { newSigningSecret, signedRequest } from '@mkt/seller-kit/testing';
import express from 'express';
import express4 from 'express4';
import Fastify, { type FastifyInstance } from 'fastify';
import { Hono } from 'hono';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { serveHttp } from '../../../test-bed/local-server.ts';

const logged = vi.fn<(sentence: string) => void>();
afterEach(() => logged.mockClear());

const service = defineService({
  name: 'Text length',
  description: 'How long a text is.',
  baseUrl: '/text',
  price: { amountCents: 2 },
  signingSecret: newSigningSecret(),
  logger: { warn() {}, error: logged },
  run: () => ({ length: 1 }),
});

async function call(send: (url: string, init: RequestInit) => Promise<Response>, url: string) {
  const request = await signedRequest(service, { text: 'a' });
  const { headers } = request;
  const response = await send(`${url}/text/run`, {
    method: 'POST',
    headers,
    body: await request.text(),
  });
  const { error, fix } = (await response.json()) as { error?: string; fix?: string };
  return { status: response.status, error, fix };
}

const MISCONFIGURED = 'The service is misconfigured and cannot take calls; its log has the cause';

const READ_BEFORE = 'Another body parser read this request before @mkt/seller-kit';

describe.each([
  ['express 5', express],
  ['express 4', express4 as unknown as typeof express],
])('in %s', (_, library) => {
  it('a parser before the service is a 500 that says in which order they go', async () => {
    const app = library();
    app.use(library.json());
    app.use('/text', expressHandler(service));
    await using server = await serveHttp(app);
    const { status, error, fix } = await call(fetch, server.url);
    expect(status).toBe(500);
    expect(error).toBe(MISCONFIGURED);
    expect(fix).toContain(READ_BEFORE);
    expect(fix).toContain(
      'Put app.use(expressHandler(service)) before app.use(express.json()), or let that parser keep the bytes as req.rawBody.',
    );
    expect(logged).toHaveBeenCalledExactlyOnceWith(`[mkt] Text length: ${fix}`);
  });
});

describe('in fastify', () => {
  async function listenWith(prepare: (scope: FastifyInstance) => void): Promise<string> {
    const app = Fastify();
    onTestFinished(() => app.close());
    app.register(
      async (scope) => {
        prepare(scope);
        scope.all('/*', (request, reply) => {
          reply.hijack();
          nodeHandler(service)(request.raw, reply.raw);
        });
      },
      { prefix: '/text' },
    );
    return app.listen({ port: 0, host: '127.0.0.1' });
  }

  it('its own parsers are a 500 with the two lines that leave the body unread', async () => {
    const { status, error, fix } = await call(fetch, await listenWith(() => {}));
    expect(status).toBe(500);
    expect(error).toBe(MISCONFIGURED);
    expect(fix).toContain(READ_BEFORE);
    expect(fix).toContain('With fastify, call removeAllContentTypeParsers() in the scope');
    expect(fix).toContain("addContentTypeParser('*', (request, payload, done) => done(null))");
    expect(logged).toHaveBeenCalledOnce();
  });

  it('the call succeeds with those two lines', async () => {
    const url = await listenWith((scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    });
    expect((await call(fetch, url)).status).toBe(200);
  });
});

describe('with service.fetch', () => {
  it('a request whose body was read is a 500 that says when to pass it on', async () => {
    const app = new Hono();
    app.all('/text/*', async (c) => {
      await c.req.raw.json();
      return service.fetch(c.req.raw);
    });
    const send = async (url: string, init: RequestInit) => app.request(url, init);
    const { status, error, fix } = await call(send, 'http://localhost');
    expect(status).toBe(500);
    expect(error).toBe(MISCONFIGURED);
    expect(fix).toContain(READ_BEFORE);
    expect(fix).toContain('Pass the request to service.fetch before anything reads its body');
  });
});
