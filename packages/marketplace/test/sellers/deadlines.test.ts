// Outbound requests: the deadline, and aborts by the caller.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createGuardedFetch } from '../../src/sellers/guarded-fetch.ts';
import { systemClock } from '../../src/server/outside.ts';
import { kindOf, openGuarded } from './guarded.ts';
import { serve } from '../../../../test-bed/within-test.ts';
import { until } from '../../../../test-bed/until.ts';

describe('the deadline', () => {
  const DEADLINE = { timeoutMs: 30_000 };

  it('covers resolving the name', async () => {
    const { fetch, clock } = openGuarded({ resolve: () => undefined });
    const outcome = fetch('http://seller.example.com/', DEADLINE);
    clock.move(30_000);
    expect(kindOf(await outcome)).toBe('timeout');
  });

  it('a deadline that passes while connecting prevents the request from being sent later', async () => {
    const urls: (string | undefined)[] = [];
    const server = await serve((request, response) => {
      urls.push(request.url);
      response.end();
    });
    const lookUps: (() => void)[] = [];
    const { fetch, clock } = openGuarded({
      resolve: (_, callback) => {
        const resolve = () => callback(null, [{ address: '127.0.0.1', family: 4 }]);
        if (lookUps.push(resolve) > 1) resolve();
      },
    });
    const late = fetch(`http://seller.example.com:${server.port}/late`, DEADLINE);
    clock.move(30_000);
    expect(kindOf(await late)).toBe('timeout');
    lookUps[0]?.();
    expect(kindOf(await fetch(`http://seller.example.com:${server.port}/next`))).toBe('response');
    expect(urls).toEqual(['/next']);
  });

  it('covers waiting for the headers', async () => {
    const arrival = Promise.withResolvers<void>();
    const server = await serve(() => arrival.resolve());
    const { fetch, clock } = openGuarded();
    const outcome = fetch(server.url, DEADLINE);
    await arrival.promise;
    clock.move(29_999);
    clock.move(1);
    expect(kindOf(await outcome)).toBe('timeout');
    await until(() => server.connections.open.size === 0);
  });

  it('covers the whole response, so that one that drips is aborted too', async () => {
    const server = await serve((request, response) => {
      response.writeHead(200);
      response.write('x');
      request.on('close', () => response.destroy());
      drip = () => new Promise((resolve) => response.write('x', resolve));
    });
    let drip = () => Promise.resolve<unknown>(undefined);
    const { fetch, clock } = openGuarded();
    let over = false;
    const outcome = fetch(server.url, DEADLINE).finally(() => {
      over = true;
    });
    await until(() => server.connections.open.size === 1);
    for (let second = 1; second < 30; second++) {
      await drip();
      clock.move(1_000);
    }
    expect(over).toBe(false);
    clock.move(1_000);
    expect(kindOf(await outcome)).toBe('timeout');
    await until(() => server.connections.open.size === 0);
  });

  it('leaves no timer behind if the response is in time', async () => {
    const server = await serve((_request, response) => response.end('ok'));
    const { fetch, clock } = openGuarded();
    const outcome = await fetch(server.url, DEADLINE);
    clock.move(60_000);
    expect(kindOf(outcome)).toBe('response');
    expect(kindOf(await fetch(server.url, DEADLINE))).toBe('response');
  });
});

describe('an abort signal', () => {
  it('a signal that is already aborted prevents the request', async () => {
    const server = await serve((_request, response) => response.end());
    const { fetch, attempts } = openGuarded();
    expect(kindOf(await fetch(server.url, { signal: AbortSignal.abort() }))).toBe('aborted');
    expect(attempts).toEqual([]);
  });

  it('aborts the request and closes its connection', async () => {
    const arrival = Promise.withResolvers<void>();
    const server = await serve(() => arrival.resolve());
    const ending = new AbortController();
    const outcome = openGuarded().fetch(server.url, { signal: ending.signal });
    await arrival.promise;
    ending.abort();
    expect(kindOf(await outcome)).toBe('aborted');
    await until(() => server.connections.open.size === 0);
  });

  it('can serve a thousand requests without a warning', async () => {
    const warnings: Error[] = [];
    const note = (warning: Error) => warnings.push(warning);
    process.on('warning', note);
    const server = await serve((_request, response) => response.end());
    const { fetch } = openGuarded();
    const { signal } = new AbortController();
    await Promise.all(Array.from({ length: 50 }, () => fetch(server.url, { signal })));
    // Warnings are emitted in the next tick.
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', note);
    expect(warnings).toEqual([]);
  });
});

/** A seller on a thread of its own, which responds after a delay, whatever this thread does. */
const SELLER = `
  const { createServer } = require('node:http');
  const { parentPort } = require('node:worker_threads');
  const server = createServer((request, response) => {
    parentPort.postMessage('requested');
    const [bytes, delayMs] = request.url.slice(1).split('-').map(Number);
    setTimeout(() => response.end('x'.repeat(bytes)), delayMs);
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

describe('a process that is suspended for longer than the deadline', () => {
  it.each([
    ['one that has arrived', '2-100', 1_600],
    ['the rest of a large one', '8000000-100', 1_600],
    ['one that arrives soon after a long suspension', '2-7500', 6_500],
  ])('reads the response before it decides that there is none: %s', async (_, path, ms) => {
    const seller = new Worker(SELLER, { eval: true });
    const guarded = createGuardedFetch({
      policy: { allowPrivate: true },
      clock: systemClock,
      connections: 1,
    });
    onTestFinished(async () => {
      await guarded.close();
      await seller.terminate();
    });
    const [port] = (await once(seller, 'message')) as [number];
    const url = `http://127.0.0.1:${port}/${path}`;
    const outcome = guarded.fetch({ method: 'GET', url, timeoutMs: 1_000, maxBytes: 10_000_000 });
    await once(seller, 'message');
    // Nothing else runs on this thread, as if the process had got SIGSTOP.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms + 700);
    expect(kindOf(await outcome)).toBe('response');
  });
});
