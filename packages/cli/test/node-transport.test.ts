import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { serveEndless, serveHttp, serveRaw } from '../../../test-bed/local-server.ts';
import { nodeTransport } from '../src/validate/node-transport.ts';

const transport = nodeTransport({ allowPrivate: true });
const LIMITS = { timeoutMs: 5_000, maxBytes: 1_000 };

const get = (url: string, more: object = {}) =>
  transport.request({ method: 'GET', url: `${url}/x?y=1`, ...LIMITS, ...more });

describe('a response', () => {
  it('has its status, headers by lower-case name, and bytes', async () => {
    await using server = await serveHttp((request, response) => {
      response.writeHead(418, {
        'X-Two': ['a', 'b'],
        'x-echo': `${request.method} ${request.url}`,
      });
      response.end('{}');
    });
    const outcome = await get(server.url);
    expect(outcome).toMatchObject({ kind: 'response', status: 418 });
    if (outcome.kind !== 'response') return;
    expect(outcome.headers.get('x-two')).toBe('a, b');
    expect(outcome.headers.get('x-echo')).toBe('GET /x?y=1');
    expect(Buffer.from(outcome.body).toString()).toBe('{}');
    expect(outcome.latencyMs).toBeGreaterThan(0);
  });

  it('is to a request with exactly the given bytes and headers', async () => {
    let received: unknown;
    await using server = await serveHttp((request, response) => {
      request.on('data', (chunk: Buffer) => {
        received = [
          request.method,
          request.headers['x-a'],
          request.headers['content-length'],
          String(chunk),
        ];
      });
      request.on('end', () => response.end());
    });
    await get(server.url, {
      method: 'POST',
      headers: { 'x-a': '1' },
      body: Buffer.from('{ "ä": 1}'),
    });
    expect(received).toEqual(['POST', '1', '10', '{ "ä": 1}']);
  });

  it('is the redirect itself, which is not followed', async () => {
    await using server = await serveHttp((_, response) => {
      response.writeHead(302, { location: '/elsewhere' }).end();
    });
    expect(await get(server.url)).toMatchObject({ kind: 'response', status: 302 });
  });

  it('is requested without compression, so that its size is known', async () => {
    await using server = await serveHttp((request, response) => {
      const isPlain = request.headers['accept-encoding'] === 'identity';
      response.end(isPlain ? 'a'.repeat(2_000) : gzipSync('a'.repeat(2_000)));
    });
    expect(await get(server.url)).toMatchObject({ kind: 'failed', reason: 'too_large' });
  });

  it('is decoded when it is compressed anyway, within the maximum size', async () => {
    await using server = await serveHttp((request, response) => {
      response.setHeader('content-encoding', 'gzip');
      response.end(gzipSync('b'.repeat(Number(request.headers['x-size']))));
    });
    const of = (size: number) => get(server.url, { headers: { 'x-size': String(size) } });
    expect(await of(1_000)).toMatchObject({ body: Buffer.from('b'.repeat(1_000)) });
    expect(await of(1_001)).toMatchObject({ kind: 'failed', reason: 'too_large' });
  });

  it('can have the maximum size, but not more', async () => {
    await using server = await serveHttp((request, response) => {
      response.end('a'.repeat(Number(request.headers['x-size'])));
    });
    const of = (size: number) => get(server.url, { headers: { 'x-size': String(size) } });
    expect(await of(1_000)).toMatchObject({ kind: 'response' });
    expect(await of(1_001)).toMatchObject({ kind: 'failed', reason: 'too_large' });
  });
});

describe('a response that takes far more bytes than its body', () => {
  it.each([
    [
      'in the extensions of its chunks',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n',
      `1;${'x'.repeat(16_000)}\r\na\r\n`,
    ],
    ['in informational responses', '', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'],
  ])('%s is too large', async (_, head, block) => {
    await using server = await serveEndless(head, block);
    expect(await get(server.url)).toEqual({
      kind: 'failed',
      reason: 'too_large',
      message: 'sent too many bytes of headers or chunk framing',
    });
  });

  it('is counted per response on a reused connection', async () => {
    await using server = await serveHttp((_, response) => response.end('a'.repeat(1_000)));
    for (let i = 0; i < 100; i++) {
      expect(await get(server.url)).toMatchObject({ kind: 'response' });
    }
  });
});

describe('a failed request', () => {
  it('times out, also when the response trickles in', async () => {
    await using silent = await serveHttp(() => {});
    await using dripping = await serveHttp((_, response) => {
      response.write('a');
      const timer = setInterval(() => response.write('a'), 10);
      response.on('close', () => clearInterval(timer));
    });
    for (const { url } of [silent, dripping]) {
      expect(await get(url, { timeoutMs: 100 })).toEqual({
        kind: 'failed',
        reason: 'timeout',
        message: 'did not respond within 100 ms',
      });
    }
  });

  it('is reported as aborted when it is cancelled', async () => {
    await using silent = await serveHttp(() => {});
    const controller = new AbortController();
    const pending = get(silent.url, { signal: controller.signal });
    controller.abort();
    expect(await pending).toMatchObject({ kind: 'failed', reason: 'aborted' });
    const { signal } = controller;
    expect(await get(silent.url, { signal })).toMatchObject({ reason: 'aborted' });
  });

  it('is a connection error when nothing listens on the port', async () => {
    const server = await serveHttp(() => {});
    await server[Symbol.asyncDispose]();
    expect(await get(server.url)).toMatchObject({ reason: 'connection' });
  });

  it('is a DNS error when the name does not resolve', async () => {
    expect(await get('http://no-such-host.invalid/')).toMatchObject({ reason: 'dns' });
  });

  it.each([
    ['something that is not HTTP', 'hello\r\n\r\n', 'is not valid HTTP'],
    ['half a response', 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc', 'closed the connection'],
    ['nothing', '', 'closed the connection'],
  ])('is a dropped connection for %s', async (_, bytes, says) => {
    await using server = await serveRaw((socket) => {
      socket.once('data', () => socket.end(bytes));
    });
    const outcome = await get(server.url);
    expect(outcome).toEqual({
      kind: 'failed',
      reason: 'dropped',
      message: expect.stringContaining(says),
    });
  });

  it('is a TLS error when the server speaks plain HTTP', async () => {
    await using server = await serveHttp(() => {});
    const outcome = await get(server.url.replace('http:', 'https:'));
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'tls' });
  });

  it('is refused when the URL is not allowed', async () => {
    expect(await get('ftp://127.0.0.1/')).toMatchObject({ kind: 'refused' });
    const strict = nodeTransport({ allowPrivate: false });
    const request = { method: 'GET', url: 'https://127.0.0.1/', ...LIMITS };
    expect(await strict.request(request)).toMatchObject({ kind: 'refused' });
  });
});
