import { once } from 'node:events';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Service } from '@mkt/seller-kit';
import { listenAddress, serve } from '@mkt/seller-kit/node';
import { signedRequest } from '@mkt/seller-kit/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startKitServer } from './adapters.ts';
import { sendRaw, sendSigned } from './listen.ts';
import { sampleService } from './sample-service.ts';

afterEach(() => vi.unstubAllEnvs());

const start = (service: Service = sampleService()) => startKitServer(service);

describe('serve', () => {
  it('returns the address that it listens on', async () => {
    const server = await start();
    expect(server.url).toBe(`http://127.0.0.1:${server.port}`);
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
  });

  it('listens on this machine only if the service has no signing secret', async () => {
    await using server = await serve(sampleService({ signingSecret: false }), { port: 0 });
    expect(server.url).toBe(`http://127.0.0.1:${server.port}`);
    const outside = Object.values(networkInterfaces())
      .flatMap((each) => each ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4');
    for (const { address } of outside) {
      await expect(fetch(`http://${address}:${server.port}/run`)).rejects.toThrow();
    }
  });

  it('listens on all interfaces if it has one, and on HOST if that is set', async () => {
    await using server = await serve(sampleService(), { port: 0 });
    expect(server.url).toBe(`http://localhost:${server.port}`);
    vi.stubEnv('HOST', '127.0.0.2');
    await using named = await serve(sampleService({ signingSecret: false }), { port: 0 });
    expect(named.url).toBe(`http://127.0.0.2:${named.port}`);
  });

  it('says where services listen, and why', () => {
    const [signed, open] = [sampleService(), sampleService({ signingSecret: false })];
    const onlyHere = { host: '127.0.0.1', why: expect.stringContaining('this machine only') };
    expect(listenAddress(signed)).toEqual({
      host: undefined,
      why: expect.stringContaining('all interfaces'),
    });
    expect(listenAddress(open)).toEqual(onlyHere);
    expect(listenAddress(signed, open)).toEqual(onlyHere);
    vi.stubEnv('HOST', '0.0.0.0');
    expect(listenAddress(open)).toEqual({ host: '0.0.0.0', why: 'HOST is 0.0.0.0' });
  });

  it('listens on PORT when no port is given', async () => {
    vi.stubEnv('PORT', '0');
    await using server = await serve(sampleService(), { host: '127.0.0.1' });
    expect(server.port).toBeGreaterThan(0);
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
  });

  it.each(['http', '-1', '65536', '80.5'])('refuses PORT=%s with a clear message', async (port) => {
    vi.stubEnv('PORT', port);
    await expect(serve(sampleService())).rejects.toThrow(
      `PORT must be a number from 0 to 65535, not "${port}"`,
    );
  });

  it('says what to do about a port that is in use', async () => {
    const { port } = await start();
    await expect(serve(sampleService(), { port, host: '127.0.0.1' })).rejects.toThrow(
      `Port ${port} is in use. Stop the program that uses it, or choose another port, as in PORT=${port + 1}`,
    );
  });

  it('responds with JSON to what is not HTTP', async () => {
    const { url } = await start();
    const response = await sendRaw(url, 'HELLO\r\n\r\n');
    expect(response).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/);
    expect(response).toContain('access-control-allow-origin: *');
    expect(response).toMatch(/\r\n\r\n{"error":"The request is not valid HTTP"}$/);
  });

  it('does not answer a pending call with the error for malformed bytes that follow it', async () => {
    const entered = Promise.withResolvers<void>();
    const service = sampleService({
      run: () => {
        entered.resolve();
        return new Promise(() => undefined);
      },
    });
    const { url } = await start(service);
    const request = await signedRequest(service, { text: 'abc' });
    const body = await request.text();
    const headers = [...request.headers].map(([name, value]) => `${name}: ${value}`).join('\r\n');
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', () => undefined);
    const closed = once(socket, 'close');
    socket.write(`POST /run HTTP/1.1\r\nHost: a\r\n${headers}\r\n`);
    socket.write(`content-length: ${body.length}\r\n\r\n${body}`);
    await entered.promise;
    socket.write('NONSENSE\r\n\r\n');
    await closed;
    expect(Buffer.concat(chunks).toString()).toBe('');
  });

  it('responds with 431 to headers that are too large', async () => {
    const { url } = await start();
    const response = await sendRaw(
      url,
      `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    );
    expect(response).toMatch(/^HTTP\/1.1 431 .*{"error":"The headers are too large"}$/s);
  });
});

describe('close', () => {
  it('waits for calls in flight, and accepts no more', async () => {
    const entered = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<{ length: number }>();
    const service = sampleService({
      run: () => {
        entered.resolve();
        return finish.promise;
      },
    });
    const server = await start(service);
    const responding = sendSigned(server.url, await signedRequest(service, { text: 'abc' }));
    await entered.promise;
    const closing = server.close();
    await expect(fetch(`${server.url}/health`)).rejects.toThrow('fetch failed');
    finish.resolve({ length: 3 });
    const response = await responding;
    expect([response.status, await response.json()]).toEqual([200, { length: 3 }]);
    await closing;
  });

  it('does not wait for idle connections', async () => {
    const server = await start();
    const socket = connect(server.port, '127.0.0.1');
    socket.write('GET /health HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(socket, 'data');
    const closed = once(socket, 'close');
    await server.close();
    expect(await closed).toEqual([false]);
  });

  it('may be called twice', async () => {
    const server = await start();
    await expect(Promise.all([server.close(), server.close()])).resolves.toHaveLength(2);
  });
});
