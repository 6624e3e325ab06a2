// Outbound requests: responses, limits, and what is reported when there is no response.
import { once } from 'node:events';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { kindOf, openGuarded, textOf } from './guarded.ts';
import { bodyOf, closedAddress } from '../../../../test-bed/local-server.ts';
import { serve, serveRaw } from '../../../../test-bed/within-test.ts';
import { until } from '../../../../test-bed/until.ts';

/** Words from socket errors, which would help a port scanner. */
const RAW = /ECONN|EHOST|EPIPE|ENOT|EAI|SSL|socket|undici|127\.0|parse|errno|\d{4}/i;

describe('a response', () => {
  it('has its status, its headers in lower case, and its body', async () => {
    const server = await serve((_request, response) => {
      response.writeHead(201, [
        ['X-One', 'a'],
        ['x-one', 'b'],
        ['Content-Type', 'application/json'],
      ]);
      response.end('{"a":1}');
    });
    const outcome = await openGuarded().fetch(server.url);
    expect(outcome).toMatchObject({ kind: 'response', status: 201 });
    expect(textOf(outcome)).toBe('{"a":1}');
    if (outcome.kind !== 'response') return;
    expect(outcome.headers.get('x-one')).toBe('a, b');
    expect(outcome.headers.get('content-type')).toBe('application/json');
  });

  it('may have no body, and may follow an early hint', async () => {
    const server = await serve((request, response) => {
      if (request.url === '/hint') response.writeEarlyHints({ link: '</a>; rel=preload' });
      response.writeHead(request.url === '/none' ? 204 : 200).end();
    });
    const { fetch } = openGuarded();
    for (const [path, status] of [
      ['/none', 204],
      ['/hint', 200],
    ] as const) {
      const outcome = await fetch(server.url + path);
      expect(outcome).toMatchObject({ kind: 'response', status });
      expect(textOf(outcome)).toBe('');
    }
    expect(await fetch(server.url, { method: 'HEAD' })).toMatchObject({ status: 200 });
  });

  it('is requested uncompressed, and decoded within the limit when it is compressed anyway', async () => {
    let acceptEncoding: unknown;
    const server = await serve((request, response) => {
      acceptEncoding = request.headers['accept-encoding'];
      const body = Buffer.alloc(Number(request.url?.slice(1)), 'a');
      response.writeHead(200, { 'content-encoding': 'br' }).end(brotliCompressSync(body));
    });
    const { fetch } = openGuarded();
    const outcome = await fetch(`${server.url}/1000000`);
    expect(acceptEncoding).toBe('identity');
    expect(textOf(outcome)).toBe('a'.repeat(1_000_000));
    expect(kindOf(await fetch(`${server.url}/1000001`))).toBe('too_large');
    const probed = await fetch(`${server.url}/1000001`, { allowsLongBody: true });
    expect(probed).toMatchObject({ kind: 'response', status: 200 });
  });

  it('says why it cannot be decoded, beside its status', async () => {
    const server = await serve((request, response) => {
      response.writeHead(203, { 'content-encoding': request.url?.slice(1) }).end('no such data');
    });
    const { fetch } = openGuarded();
    expect(await fetch(`${server.url}/zstd`)).toMatchObject({
      status: 203,
      encodingProblem: expect.stringContaining('Content-Encoding zstd'),
    });
    expect(await fetch(`${server.url}/deflate`)).toMatchObject({
      status: 203,
      encodingProblem: 'is not complete and valid deflate data',
    });
  });

  it('is requested once, with the given headers and none about this server but its name', async () => {
    const requests: { method: unknown; headers: object; body: string }[] = [];
    const server = await serve(async (request, response) => {
      const body = await bodyOf(request);
      requests.push({ method: request.method, headers: request.headers, body: body.toString() });
      response.end();
    });
    await openGuarded().fetch(`${server.url}/run?a=1`, {
      method: 'POST',
      headers: { 'x-mkt-payload': 'p' },
      body: Buffer.from('{"a":1}'),
    });
    expect(requests).toEqual([
      {
        method: 'POST',
        headers: {
          host: `127.0.0.1:${server.port}`,
          connection: 'close',
          'user-agent': 'mkt-marketplace',
          'accept-encoding': 'identity',
          'x-mkt-payload': 'p',
          'content-length': '7',
        },
        body: '{"a":1}',
      },
    ]);
  });
});

describe('a response that is too large', () => {
  const MAX = 1_000;

  it('is aborted as soon as it exceeds the limit, whether declared or not', async () => {
    for (const declared of [true, false]) {
      const server = await serve((_request, response) => {
        if (declared) response.setHeader('content-length', 10 * MAX);
        response.write('x'.repeat(MAX));
        response.write('x');
      });
      const { fetch } = openGuarded();
      expect(kindOf(await fetch(server.url, { maxBytes: MAX }))).toBe('too_large');
      // The response never ended; only its connection did.
      await until(() => server.connections.open.size === 0);
    }
  });

  it('is one byte over the limit, not exactly at the limit', async () => {
    const server = await serve((request, response) =>
      response.end('x'.repeat(Number(request.url?.slice(1)))),
    );
    const { fetch } = openGuarded();
    expect(kindOf(await fetch(`${server.url}/${MAX}`, { maxBytes: MAX }))).toBe('response');
    expect(kindOf(await fetch(`${server.url}/${MAX + 1}`, { maxBytes: MAX }))).toBe('too_large');
  });

  it('is discarded if only the status matters', async () => {
    const server = await serve((_request, response) => {
      response.writeHead(200);
      response.write('x'.repeat(10 * MAX));
    });
    const outcome = await openGuarded().fetch(server.url, { maxBytes: MAX, allowsLongBody: true });
    expect(outcome).toMatchObject({ kind: 'response', status: 200 });
    await until(() => server.connections.open.size === 0);
  });

  it('may be too large because of its headers', async () => {
    const server = await serve((_request, response) => {
      response.writeHead(200, { 'x-large': 'x'.repeat(17 * 1024) }).end();
    });
    expect(kindOf(await openGuarded().fetch(server.url))).toBe('too_large');
  });
});

describe('a service that does not respond', () => {
  it('a service that does not listen is reported without socket errors', async () => {
    const outcome = await openGuarded().fetch((await closedAddress()).url);
    expect(outcome).toEqual({
      kind: 'failed',
      reason: 'connection',
      message: 'could not be reached',
      unsent: 'service',
    });
  });

  for (const [what, bytes] of [
    ['closes the connection at once', ''],
    ['speaks another protocol', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['sends half a head', 'HTTP/1.1 200 OK\r\nContent-Type'],
    ['breaks off its body', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"a":'],
    ['sends two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx'],
    ['sends invalid chunks', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'],
    [
      'switches protocols',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
    ],
  ] as const) {
    it(`a service that ${what} is called once, and reported without socket errors`, async () => {
      let requests = 0;
      const server = await serveRaw((socket) => {
        socket.once('data', () => {
          requests += 1;
          socket.end(bytes);
        });
      });
      const outcome = await openGuarded().fetch(server.url);
      expect(kindOf(outcome)).toBe('dropped');
      expect('message' in outcome && outcome.message).not.toMatch(RAW);
      expect('message' in outcome && outcome.message).not.toMatch(/reached/);
      expect(requests).toBe(1);
    });
  }

  it('a service that resets the connection is called once, and reported without socket errors', async () => {
    const server = await serveRaw((socket) => socket.once('data', () => socket.resetAndDestroy()));
    const outcome = await openGuarded().fetch(server.url, {
      method: 'POST',
      body: Buffer.from('x'),
    });
    expect(outcome).toEqual({
      kind: 'failed',
      reason: 'dropped',
      message: 'closed the connection without a complete response',
    });
    expect(server.connections.made).toBe(1);
  });
});

describe('a connection', () => {
  it('is kept for the next call to the same origin', async () => {
    const server = await serve((_request, response) => response.end('ok'));
    const { fetch } = openGuarded();
    for (let n = 0; n < 20; n++) await fetch(server.url, { keepAlive: true });
    // The next call may start before undici has put the last connection back.
    expect(server.connections.made).toBeLessThanOrEqual(2);
  });

  it('the connection of a probe is new, and closed afterwards', async () => {
    const server = await serve((_request, response) => response.end('ok'));
    const { fetch } = openGuarded();
    for (let n = 0; n < 3; n++) await fetch(server.url);
    expect(server.connections.made).toBe(3);
    await until(() => server.connections.open.size === 0);
  });

  it('is one of a limited number to the same origin', async () => {
    let together = 0;
    let most = 0;
    const server = await serve((_request, response) => {
      together += 1;
      most = Math.max(most, together);
      setImmediate(() => {
        together -= 1;
        response.end();
      });
    });
    const { fetch } = openGuarded({ connections: 3 });
    await Promise.all(Array.from({ length: 20 }, () => fetch(server.url, { keepAlive: true })));
    expect(most).toBeLessThanOrEqual(3);
    expect(server.connections.made).toBeLessThanOrEqual(3);
  });

  it('is closed with the marketplace, which aborts its request', async () => {
    const arrival = Promise.withResolvers<void>();
    const server = await serve(() => arrival.resolve());
    const { fetch, guarded } = openGuarded();
    const outcome = fetch(server.url);
    await arrival.promise;
    const [socket] = server.connections.open;
    const closed = socket ? once(socket, 'close') : undefined;
    await guarded.close();
    expect(kindOf(await outcome)).toBe('aborted');
    await closed;
  });
});
