import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { AbortError, createClient, type ClientOptions, type RunOptions } from '@mkt/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { serveHttp } from '../../../test-bed/local-server.ts';
import { errorBody, json } from './mock-marketplace.ts';
import { BASE_URL, failedOrder, ownListing, openOrder } from './records.ts';
import { hang, scriptedFetch } from './scripted-fetch.ts';
import { marketOf, outcomeOf, pending, type Script } from './scripted-orders.ts';

const OPTIONS: ClientOptions = { baseUrl: BASE_URL, apiKey: null };
const REASON = new Error('The user pressed Ctrl-C.');

describe('an aborted call', () => {
  it('rejects before anything is sent', async () => {
    const { fetch, attempts } = scriptedFetch(hang);
    const signal = AbortSignal.abort(REASON);
    const client = createClient({ ...OPTIONS, fetch });
    await expect(client.me({ signal })).rejects.toBe(REASON);
    await expect(client.listings.list({}, { signal })).rejects.toBe(REASON);
    const aborted = { name: 'AbortError', cause: REASON, order: undefined };
    for (const call of [
      client.run('a', {}, { signal }),
      client.activate('a', {}, { signal }),
      client.request('POST', '/v1/orders', { body: {}, signal }),
    ]) {
      await expect(call).rejects.toMatchObject({
        ...aborted,
        idempotencyKey: undefined,
        message: 'The user pressed Ctrl-C. No order was placed.',
      });
    }
    await expect(client.orders.wait('o1', { signal })).rejects.toMatchObject({
      ...aborted,
      message: 'The user pressed Ctrl-C.',
    });
    expect(attempts).toHaveLength(0);
  });

  it('rejects with any reason: an AbortError, a TimeoutError or a string', async () => {
    const client = createClient({ ...OPTIONS, fetch: scriptedFetch(hang).fetch });
    const controller = new AbortController();
    const call = client.me({ signal: controller.signal });
    controller.abort();
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
    const slow = client.me({ signal: AbortSignal.timeout(1) });
    await expect(slow).rejects.toMatchObject({ name: 'TimeoutError' });
    await expect(client.me({ signal: AbortSignal.abort('enough') })).rejects.toBe('enough');
  });

  it('rejects while it waits for a response, and closes the connection', async () => {
    await using local = await serveHttp(() => {});
    const controller = new AbortController();
    const call = createClient({ ...OPTIONS, baseUrl: local.url }).me({ signal: controller.signal });
    const [, response] = (await once(local.server, 'request')) as [unknown, ServerResponse];
    const closed = once(response, 'close');
    controller.abort(REASON);
    await expect(call).rejects.toBe(REASON);
    await closed;
  });

  it('rejects while it reads the body, and closes the connection', async () => {
    await using local = await serveHttp((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"userId":');
    });
    const controller = new AbortController();
    const hasResponse = Promise.withResolvers<void>();
    const client = createClient({
      ...OPTIONS,
      baseUrl: local.url,
      fetch: async (url, init) => {
        const response = await fetch(url, init);
        hasResponse.resolve();
        return response;
      },
    });
    const request = once(local.server, 'request');
    const call = client.me({ signal: controller.signal });
    const [, response] = (await request) as [unknown, ServerResponse];
    await hasResponse.promise;
    const closed = once(response, 'close');
    controller.abort(REASON);
    await expect(call).rejects.toBe(REASON);
    await closed;
  });

  it('rejects even if its fetch ignores the signal', async () => {
    const controller = new AbortController();
    const client = createClient({ ...OPTIONS, fetch: () => new Promise(() => {}) });
    const call = client.me({ signal: controller.signal });
    controller.abort(REASON);
    await expect(call).rejects.toBe(REASON);
  });
});

describe('an abort during a wait', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => vi.useRealTimers());

  it('the wait between two attempts ends', async () => {
    const controller = new AbortController();
    const { fetch, attempts } = scriptedFetch(() => {
      const response = errorBody(429, 'rate_limited');
      response.headers.set('retry-after', '60');
      return response;
    });
    const call = createClient({ ...OPTIONS, fetch }).me({ signal: controller.signal });
    const thrown = call.catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(30_000);
    controller.abort(REASON);
    expect(await thrown).toBe(REASON);
    expect(attempts).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each(['run', 'wait'] as const)('the wait between two polls of %s ends', async (method) => {
    const controller = new AbortController();
    const { signal } = controller;
    const { fetch, attempts } = scriptedFetch(() => json(openOrder('running')));
    const client = createClient({ ...OPTIONS, fetch });
    const call =
      method === 'run' ? client.run('a', {}, { signal }) : client.orders.wait('o1', { signal });
    const thrown = call.catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(500);
    const sent = attempts.length;
    controller.abort(REASON);
    expect(await thrown).toMatchObject({
      name: 'AbortError',
      cause: REASON,
      order: openOrder('running'),
      message: expect.stringMatching(/still running: orders\.wait/),
    });
    // An order that is running is not cancelled.
    expect(attempts).toHaveLength(sent);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('a long poll ends', async () => {
    const controller = new AbortController();
    const { fetch } = scriptedFetch(hang);
    const call = createClient({ ...OPTIONS, fetch }).orders.wait('o1', {
      signal: controller.signal,
    });
    const thrown = call.catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(5_000);
    controller.abort(REASON);
    expect(await thrown).toMatchObject({ cause: REASON, idempotencyKey: undefined });
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('an abort of a call that may have placed an order', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => vi.useRealTimers());

  /** Aborts half a second after the call. */
  async function aborted(options: RunOptions, ...script: Script) {
    const controller = new AbortController();
    const { client, attempts } = marketOf(...script);
    setTimeout(() => controller.abort(REASON), 500);
    const call = client.run('a', {}, { ...options, signal: controller.signal });
    const error = await outcomeOf<unknown>(call);
    const tookMs = performance.now() - (attempts[0]?.atMs ?? 0);
    return { error, sent: attempts.map(({ url }) => url.replace(BASE_URL, '')), tookMs };
  }
  const cancelled = { ...failedOrder, failure: { kind: 'cancelled' } };
  const path = `/v1/orders/${openOrder('pending').id}`;

  it('cancels an order that is pending, and carries it with its key', async () => {
    const key = { idempotencyKey: 'k-1' };
    const { error, sent } = await aborted(key, pending, hang, () => json(cancelled));
    expect(error).toBeInstanceOf(AbortError);
    expect(error).toMatchObject({
      cause: REASON,
      idempotencyKey: 'k-1',
      order: cancelled,
      message: `The user pressed Ctrl-C. Order ${cancelled.id} failed and was not charged.`,
    });
    expect(sent).toEqual(['/v1/orders', path, `${path}/cancel`]);
  });

  it('carries the order as it was last seen if it has started in the meantime, or the marketplace does not answer within 2 s', async () => {
    const refused = await aborted({}, pending, hang, () => errorBody(409, 'order_running'));
    expect(refused.error).toMatchObject({ order: openOrder('pending') });
    const silent = await aborted({}, pending, hang, hang);
    expect(silent.error).toMatchObject({ order: openOrder('pending') });
    expect(silent.tookMs).toBe(2_500);
  });

  it('leaves a pending order alone with cancelOnAbort: false', async () => {
    const { error, sent, tookMs } = await aborted({ cancelOnAbort: false }, pending, hang);
    expect(error).toMatchObject({ order: openOrder('pending') });
    expect(sent).toEqual(['/v1/orders', path]);
    expect(tookMs).toBe(500);
  });

  it('carries the key while the response to the activation is missing', async () => {
    const { error, sent } = await aborted({ idempotencyKey: 'k-1' }, hang);
    expect(error).toMatchObject({
      idempotencyKey: 'k-1',
      order: undefined,
      message: expect.stringMatching(/^The user pressed Ctrl-C\. The order may have been placed/),
    });
    expect(sent).toEqual(['/v1/orders']);
  });

  it('carries no key when every attempt was refused', async () => {
    const { error } = await aborted({}, () => errorBody(429, 'rate_limited'));
    expect(error).toMatchObject({ name: 'AbortError', idempotencyKey: undefined });
  });
});

describe('a list', () => {
  it('stops between two items when its signal aborts', async () => {
    const controller = new AbortController();
    const { fetch } = scriptedFetch(() =>
      json({ data: [ownListing, ownListing], nextCursor: 'c' }),
    );
    const list = createClient({ ...OPTIONS, fetch }).listings.list(
      {},
      { signal: controller.signal },
    );
    const received: unknown[] = [];
    const read = async () => {
      for await (const each of list) {
        received.push(each.id);
        controller.abort(REASON);
      }
    };
    await expect(read()).rejects.toBe(REASON);
    expect(received).toHaveLength(1);
  });
});

describe('a long-lived signal', () => {
  it('keeps no listener of a finished request', async () => {
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, 'addEventListener');
    const removed = vi.spyOn(signal, 'removeEventListener');
    const { fetch } = scriptedFetch(() => json({ data: [], nextCursor: null }));
    await createClient({ ...OPTIONS, fetch }).listings.list({}, { signal });
    expect(added.mock.calls.map(([, listener]) => listener)).toEqual(
      removed.mock.calls.map(([, listener]) => listener),
    );
    expect(added).toHaveBeenCalled();
  });
});
