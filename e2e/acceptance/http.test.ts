// docs/reference/protocol.md#errors below the level of requests: bytes that are not HTTP, and messages that
// are too large.
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { openMarket } from './market.ts';

const market = await openMarket();
const { hostname, port } = new URL(market.server.baseUrl);

interface RawResponse {
  status: number;
  headers: Map<string, string>;
  body: any;
}

/** Sends bytes as they are and reads until the server closes the connection. */
async function exchange(text: string): Promise<RawResponse> {
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.on('error', () => undefined);
  socket.write(text, 'latin1');
  const guard = setTimeout(() => socket.destroy(), 15_000);
  await once(socket, 'close');
  clearTimeout(guard);
  const received = Buffer.concat(chunks).toString('utf8');
  const [head = '', body = ''] = received.split(/\r\n\r\n(.*)/s);
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = new Map(
    lines.map((line) => {
      const [name = '', value = ''] = line.split(/:\s*(.*)/s);
      return [name.toLowerCase(), value] as const;
    }),
  );
  return {
    status: Number(statusLine.split(' ')[1]),
    headers,
    body: body ? JSON.parse(body) : undefined,
  };
}

function expectErrorBody(response: RawResponse, status: number, type: string) {
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  expect(response.body).toMatchObject({ type });
  expect(response.body.error).toMatch(/\S/);
  expect(response.body.requestId).toMatch(/\S/);
  expect(response.headers.get('x-request-id')).toBe(response.body.requestId);
}

const request = (lines: string[]) => `${lines.join('\r\n')}\r\n\r\n`;
const get = (path: string, ...headers: string[]) =>
  request([`GET ${path} HTTP/1.1`, 'Host: x', 'Connection: close', ...headers]);

describe.concurrent('a message that is not HTTP', () => {
  for (const [what, text] of [
    ['a word', 'HELLO\r\n\r\n'],
    ['a method of its own', request(['STEAL / HTTP/1.1', 'Host: x'])],
    ['another protocol', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 hello\r\n\r\n'],
    ['no Host', request(['GET /healthz HTTP/1.1', 'Connection: close'])],
    ['a header without a name', request(['GET /v1/me HTTP/1.1', 'Host: x', ': y'])],
    [
      'two lengths',
      request(['POST /v1/orders HTTP/1.1', 'Host: x', 'Content-Length: 1', 'Content-Length: 2']),
    ],
    [
      'a length that is no number',
      request(['POST /v1/orders HTTP/1.1', 'Host: x', 'Content-Length: x']),
    ],
    [
      'a length and chunks',
      `${request(['POST /v1/orders HTTP/1.1', 'Host: x', 'Content-Length: 5', 'Transfer-Encoding: chunked'])}0\r\n\r\n`,
    ],
  ] as const) {
    it(`gets a JSON error body: ${what}`, async () => {
      expectErrorBody(await exchange(text), 400, 'malformed_request');
    });
  }
});

describe.concurrent('the headers of a request', () => {
  it('are refused when they exceed 16 KiB', async () => {
    const response = await exchange(get('/v1/me', `X-Large: ${'x'.repeat(20_000)}`));
    expectErrorBody(response, 431, 'headers_too_large');
  });

  it('are accepted below 16 KiB', async () => {
    expect((await exchange(get('/v1/me', `X-Large: ${'x'.repeat(10_000)}`))).status).toBe(401);
  });
});

describe.concurrent('an Expect header', () => {
  it('is ignored when its value is unknown', async () => {
    const response = await exchange(get('/v1/me', 'Expect: a miracle'));
    expectErrorBody(response, 401, 'unauthenticated');
  });
});

describe.concurrent('a malformed path', () => {
  for (const path of [
    '//v1/me',
    '/v1//me',
    '/v1/../etc/passwd',
    '/v1/%2e%2e/%2e%2e/etc/passwd',
    '/.env',
    '/.git/config',
    '/v1/providers/%',
    '/v1/providers/%zz',
    '/v1/providers/%00',
    `/v1/${'x'.repeat(9000)}`,
    '/v1/me?%',
    '/v1/listings?limit=%ff',
    '*',
    'http://elsewhere.example/v1/me',
  ]) {
    it(`gets a 4xx response: ${path.slice(0, 40)}`, async () => {
      const response = await exchange(get(path));
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.status).toBeLessThan(500);
      expect(response.body.error).toMatch(/\S/);
    });
  }
});

describe.concurrent('a body that never arrives completely', () => {
  it('does not delay other requests', async () => {
    const slow = connect(Number(port), hostname);
    await once(slow, 'connect');
    slow.write(
      request([
        'POST /v1/orders HTTP/1.1',
        'Host: x',
        `X-MKT-API-Key: ${market.api.key}`,
        'Content-Type: application/json',
        'Content-Length: 100',
      ]),
    );
    const responses = await Promise.all(Array.from({ length: 20 }, () => market.api.get('/v1/me')));
    expect(responses.every(({ status }) => status === 200)).toBe(true);
    slow.destroy();
  });

  it('creates no order', async () => {
    const { provider, seller } = await market.publish();
    const buyer = await market.account();
    const body = JSON.stringify({ listingId: provider.id, requestBody: {} });
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.on('error', () => undefined);
    const head = request([
      'POST /v1/orders HTTP/1.1',
      'Host: x',
      `X-MKT-API-Key: ${buyer.api.key}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length + 1}`,
    ]);
    socket.write(head + body);
    socket.destroySoon();
    await once(socket, 'close');
    expect((await buyer.api.get('/v1/orders')).body.data).toEqual([]);
    expect(seller.requestsTo('POST /run')).toEqual([]);
  });
});
