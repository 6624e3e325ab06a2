// docs/reference/seller-interface.md#signing and docs/buy/orders.md: the one call of an order.
import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders, RequestListener, ServerResponse } from 'node:http';
import type { Method } from '@mkt/protocol';
import {
  checkSignedCall,
  formatSigningSecret,
  parseSigningSecret,
  readSignature,
} from '@mkt/protocol/signing';
import { nodeSigner } from '@mkt/protocol/signing/node';
import { describe, expect, it } from 'vitest';
import { createSellerGateway, type SellerCall } from '../../src/sellers/gateway.ts';
import { createJsonReader } from '../../src/server/json-reader.ts';
import { openGuarded } from './guarded.ts';
import { bodyOf, closedAddress } from '../../../../test-bed/local-server.ts';
import { serve } from '../../../../test-bed/within-test.ts';
import { until } from '../../../../test-bed/until.ts';

const SECRETS = [formatSigningSecret(randomBytes(32)), formatSigningSecret(randomBytes(32))];

interface ReceivedRequest {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** The only request that arrived. */
function only(requests: readonly ReceivedRequest[]): ReceivedRequest {
  const [first] = requests;
  if (!first || requests.length > 1) throw new Error(`There were ${requests.length} requests.`);
  return first;
}

async function open(listener: RequestListener = (_request, response) => response.end('{}')) {
  const requests: ReceivedRequest[] = [];
  const server = await serve(async (request, response) => {
    const { method, url, headers } = request;
    requests.push({ method, url, headers, body: await bodyOf(request) });
    listener(request, response);
  });
  const { guarded, clock } = openGuarded();
  const gateway = createSellerGateway({
    fetch: guarded.fetch,
    clock,
    json: createJsonReader(),
    resultBytes: 1_000,
    jsonDepth: 8,
  });
  const call = (differing: Partial<SellerCall> = {}) =>
    gateway.call({
      orderId: 'order-1',
      listingId: 'listing-1',
      sellerId: 'seller-1',
      buyerPseudonym: 'buyer_x',
      method: 'POST',
      endpointPath: `${server.url}/run`,
      secrets: SECRETS.slice(0, 1),
      requestJson: '{"text":"ü"}',
      trace: null,
      timeoutMs: 30_000,
      signal: new AbortController().signal,
      ...differing,
    });
  return { server, requests, clock, call };
}

/** Verifies a call as a seller does; `body` is the signed content. */
function verified(headers: IncomingHttpHeaders, body: Uint8Array, secret: string, nowMs: number) {
  const read = readSignature({
    signature: [String(headers['x-mkt-signature'])],
    payload: [String(headers['x-mkt-payload'])],
  });
  const key = parseSigningSecret(secret);
  if (!read.ok || !key || !nodeSigner([key]).matches(read, body)) return undefined;
  const checked = checkSignedCall(read, nowMs);
  return checked.ok ? checked.envelope : undefined;
}

const ENVELOPE = { orderId: 'order-1', listingId: 'listing-1', buyerId: 'buyer_x' };

describe('a call', () => {
  it('sends and signs exactly the bytes that were validated', async () => {
    const { requests, clock, call } = await open();
    await call();
    const { method, url, headers, body } = only(requests);
    expect([method, url, body.toString()]).toEqual(['POST', '/run', '{"text":"ü"}']);
    expect(headers['content-type']).toBe('application/json');
    expect(headers.accept).toBe('application/json');
    expect(verified(headers, body, SECRETS[0] ?? '', clock.now())).toEqual(ENVELOPE);
    expect(verified(headers, Buffer.from('{}'), SECRETS[0] ?? '', clock.now())).toBeUndefined();
    expect(verified(headers, body, SECRETS[1] ?? '', clock.now())).toBeUndefined();
  });

  it('carries the headers of Standard Webhooks too', async () => {
    const { requests, call } = await open();
    await call();
    const { headers } = only(requests);
    const payload = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}`;
    expect(payload).toBe(headers['x-mkt-payload']);
    expect(headers['webhook-signature']).toBe(headers['x-mkt-signature']);
  });

  it('continues the trace of its order, outside of what is signed', async () => {
    const { requests, clock, call } = await open();
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    await call({ trace: `${traceparent} vendor=a b,other=1` });
    const { headers, body } = only(requests);
    expect(headers).toMatchObject({ traceparent, tracestate: 'vendor=a b,other=1' });
    expect(verified(headers, body, SECRETS[0] ?? '', clock.now())).toEqual(ENVELOPE);
    await call({ trace: traceparent });
    await call({ trace: null });
    const [, without, none] = requests.map((request) => request.headers);
    expect([without?.['traceparent'], without?.['tracestate']]).toEqual([traceparent, undefined]);
    expect([none?.['traceparent'], none?.['tracestate']]).toEqual([undefined, undefined]);
  });

  it('is signed with both secrets during the grace period of a rotation, newest first', async () => {
    const { requests, clock, call } = await open();
    await call({ secrets: SECRETS });
    const { headers, body } = only(requests);
    expect(String(headers['x-mkt-signature']).split(' ')).toHaveLength(2);
    for (const secret of SECRETS) {
      expect(verified(headers, body, secret, clock.now())).toEqual(ENVELOPE);
    }
    await call({ secrets: SECRETS.slice(0, 1) });
    const first = String(headers['x-mkt-signature']).split(' ')[0];
    expect(requests[1]?.headers['x-mkt-signature']).toBe(first);
  });

  it('contains the time of the clock in whole seconds', async () => {
    const { requests, clock, call } = await open();
    clock.move(1_999);
    await call();
    const timestamp = Math.floor(clock.now() / 1000);
    expect(requests[0]?.headers['webhook-timestamp']).toBe(String(timestamp));
  });

  for (const method of ['PUT', 'PATCH'] as const) {
    it(`has a signed body when its method is ${method}`, async () => {
      const { requests, clock, call } = await open();
      await call({ method });
      const { headers, body } = only(requests);
      expect(only(requests).method).toBe(method);
      expect(verified(headers, body, SECRETS[0] ?? '', clock.now())).toEqual(ENVELOPE);
    });
  }

  for (const method of ['GET', 'DELETE'] as const) {
    it(`has a signed query string instead when its method is ${method}`, async () => {
      const { server, requests, clock, call } = await open();
      const requestJson = JSON.stringify({ q: "it's ü&=", n: 1.5, list: ['a', 'b'], none: null });
      await call({ method, requestJson, endpointPath: `${server.url}/run?key=1` });
      const { url = '', headers, body } = only(requests);
      expect(url).toBe('/run?key=1&q=it%27s%20%C3%BC%26%3D&n=1.5&list=a&list=b');
      expect(body).toHaveLength(0);
      expect(headers['content-type']).toBeUndefined();
      const query = Buffer.from(url.slice(url.indexOf('?') + 1));
      expect(verified(headers, query, SECRETS[0] ?? '', clock.now())).toEqual(ENVELOPE);
    });

    it(`signs the query of the endpoint when a ${method} call has no input`, async () => {
      const { server, requests, clock, call } = await open();
      await call({ method, requestJson: '{}', endpointPath: `${server.url}/run?key=1#part` });
      const { url, headers } = only(requests);
      expect(url).toBe('/run?key=1');
      const signed = Buffer.from('key=1');
      expect(verified(headers, signed, SECRETS[0] ?? '', clock.now())).toEqual(ENVELOPE);
    });
  }
});

describe('a response', () => {
  const respondingWith = (body: string | Buffer, status = 200) =>
    open((_request, response) => response.writeHead(status).end(body));

  for (const [what, body, expected] of [
    ['JSON', '{"a": 1}', { kind: 'json', json: '{"a": 1}', value: { a: 1 } }],
    ['a bare value', '"x"', { kind: 'json', json: '"x"', value: 'x' }],
    ['null', 'null', { kind: 'json', json: 'null', value: null }],
    ['nothing', '', { kind: 'empty' }],
    ['white space', ' ', { kind: 'not-json' }],
    ['text', 'fine', { kind: 'not-json' }],
    ['half of JSON', '{"a":', { kind: 'not-json' }],
    ['two values', '{} {}', { kind: 'not-json' }],
    ['no UTF-8', Buffer.from([0x22, 0xff, 0x22]), { kind: 'not-json' }],
    ['a byte order mark', '\ufeff{}', { kind: 'json', json: '{}', value: {} }],
    ['eight levels', '['.repeat(8) + ']'.repeat(8), { kind: 'json' }],
    [
      'nine levels',
      '['.repeat(9) + ']'.repeat(9),
      { kind: 'not-json', problem: 'is nested deeper than 8 levels' },
    ],
    ['a number out of range', '[1e999]', { kind: 'json', json: '[1e999]', toCheck: undefined }],
    ['a duplicate name', '{"a":1,"a":2}', { kind: 'json', toCheck: undefined }],
  ] as const) {
    it(`a response with ${what} is read as ${expected.kind}`, async () => {
      const { call } = await respondingWith(body);
      expect(await call()).toMatchObject({ kind: 'response', status: 200, body: expected });
    });
  }

  it('is read whatever its status and content type', async () => {
    const { call } = await open((_request, response) =>
      response.writeHead(503, { 'content-type': 'text/html' }).end('{"error":"Out"}'),
    );
    expect(await call()).toMatchObject({
      kind: 'response',
      status: 503,
      body: { kind: 'json', value: { error: 'Out' } },
    });
  });

  it('a response over the size limit is too large', async () => {
    const { call } = await respondingWith(JSON.stringify('x'.repeat(1_000)));
    expect(await call()).toEqual({ kind: 'too_large' });
  });
});

describe('a call without a usable response', () => {
  it('ends after exactly 30 seconds', async () => {
    const { server, requests, clock, call } = await open(() => undefined);
    let over = false;
    const called = call().finally(() => {
      over = true;
    });
    await until(() => requests.length === 1);
    clock.move(29_999);
    await new Promise((resolve) => setImmediate(resolve));
    expect(over).toBe(false);
    clock.move(1);
    expect(await called).toEqual({ kind: 'timeout' });
    await until(() => server.connections.open.size === 0);
  });

  it('is interrupted if the process aborts it', async () => {
    const { requests, call } = await open(() => undefined);
    const ending = new AbortController();
    const called = call({ signal: ending.signal });
    await until(() => requests.length === 1);
    ending.abort();
    expect(await called).toEqual({ kind: 'interrupted' });
  });

  it('reports what went wrong', async () => {
    const { call } = await open();
    const { url, port } = await closedAddress();
    const refused = { kind: 'connection', unsent: 'service' };
    expect(await call({ endpointPath: url })).toEqual(refused);
    expect(await call({ endpointPath: `https://127.0.0.1:${port}/` })).toEqual(refused);
    expect(await call({ endpointPath: 'ftp://seller.example.com/' })).toEqual({
      kind: 'url_not_allowed',
    });
  });

  it('is dropped if the service closes the connection before or during its response', async () => {
    for (const cut of [
      (response: ServerResponse) => {
        response.destroy();
      },
      (response: ServerResponse) => {
        response.writeHead(200, { 'content-length': 100 });
        response.write('{', () => response.destroy());
      },
    ]) {
      const { call } = await open((_request, response) => cut(response));
      expect(await call()).toEqual({ kind: 'dropped' });
    }
  });

  it('a GET is not sent if the input cannot be expressed as a query string', async () => {
    const { requests, call } = await open();
    const methods: Method[] = ['GET', 'DELETE'];
    for (const method of methods) {
      expect(await call({ method, requestJson: '[1]' })).toEqual({ kind: 'connection' });
    }
    expect(requests).toEqual([]);
  });
});
