import { InvalidResultError, OrderFailedError } from '@mkt/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { errorBody, json } from './mock-marketplace.ts';
import { BASE_URL, failedOrder, order, openOrder } from './records.ts';
import { hang } from './scripted-fetch.ts';
import {
  broken,
  completed,
  delayed,
  marketOf,
  outcomeOf,
  pending,
  running,
  type Script,
} from './scripted-orders.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('run', () => {
  it('activates, waits, and returns the result exactly as the seller sent it', async () => {
    const { client, attempts, prefers } = marketOf(
      delayed(12_000, running),
      delayed(100, completed),
    );
    expect(await outcomeOf(client.run('text-insights', { text: 'Hi' }))).toEqual({ words: 2 });
    expect(prefers()).toEqual(['wait=30', 'wait=30']);
    expect(attempts.map(({ url }) => url)).toEqual([
      `${BASE_URL}/v1/orders`,
      `${BASE_URL}/v1/orders/${order().id}`,
    ]);
  });

  it.each([null, false, 0, '', [], 'text', '2026-11-01', { __proto__: null }, 1e21])(
    'returns the result %j unchanged',
    async (result) => {
      const { client } = marketOf(() => json(order({ result }), { status: 201 }));
      expect(await outcomeOf(client.run('a'))).toEqual(result);
    },
  );

  it('returns a result with a member named __proto__ unchanged', async () => {
    const text = JSON.stringify(order()).replace('{"words":2}', '{"__proto__":{"admin":true}}');
    const { client } = marketOf(() => new Response(text, { status: 201 }));
    const result = await outcomeOf(client.run('a'));
    expect(JSON.stringify(result)).toBe('{"__proto__":{"admin":true}}');
    expect((result as { admin?: boolean }).admin).toBeUndefined();
  });

  describe('with a result that does not match outputSchema', () => {
    const odd = order({
      listingId: '0190c1f2-7a00-7000-8000-00000000000d',
      outputValid: false,
      outputErrors: [{ path: '/words', message: 'must be integer', keyword: 'type' }],
      result: 'odd',
    });
    const message = `The result of order ${odd.id} does not match the listing's outputSchema (/words must be integer). The order was charged.`;

    it('returns it, because the order is completed, and warns once per listing', async () => {
      const written = vi.spyOn(console, 'warn').mockReturnValue();
      const { client } = marketOf(() => json(odd));
      expect(await outcomeOf(client.run('a'))).toBe('odd');
      expect(await outcomeOf(client.run('a'))).toBe('odd');
      expect(written.mock.calls).toEqual([[message]]);
      written.mockRestore();
    });

    it('calls onInvalidResult instead of warning', async () => {
      const { client } = marketOf(() => json(odd));
      const seen: unknown[] = [];
      const onInvalidResult = (each: unknown) => seen.push(each);
      expect(await outcomeOf(client.run('a', {}, { onInvalidResult }))).toBe('odd');
      expect(seen).toEqual([odd]);
    });

    it('throws an InvalidResultError with the order if the call is strict', async () => {
      const { client } = marketOf(() => json(odd));
      const error = await outcomeOf<unknown>(client.run('a', {}, { strict: true }));
      expect(error).toBeInstanceOf(InvalidResultError);
      expect(error).toMatchObject({ type: 'invalid_result', order: odd, message });
    });
  });

  it('throws an OrderFailedError with the order and the seller’s message', async () => {
    const { client } = marketOf(running, broken);
    const error = await outcomeOf<unknown>(client.run('a'));
    expect(error).toBeInstanceOf(OrderFailedError);
    expect(error).toMatchObject({
      name: 'OrderFailedError',
      type: 'order_failed',
      order: failedOrder,
      requestId: 'req-8',
      message: `Order ${failedOrder.id} failed: Upstream service returned 503 (the seller says: out of paper)`,
    });
  });

  it('retries transient errors at its usual pace once the order is placed', async () => {
    const failure = () => errorBody(503, 'overloaded');
    const { client, times } = marketOf(running, failure, failure, completed);
    expect(await outcomeOf(client.run('a'))).toEqual({ words: 2 });
    expect(times()).toEqual([0, 1_000, 2_250, 3_750]);
  });

  it('throws an InvalidResponseError when a completed order has no result', async () => {
    const { result: _, ...rest } = order();
    const { client } = marketOf(() => json(rest));
    expect(await outcomeOf<unknown>(client.run('a'))).toMatchObject({
      name: 'InvalidResponseError',
    });
  });

  it('throws the error of a refused activation', async () => {
    const { client, attempts } = marketOf(() => errorBody(409, 'listing_changed'));
    const call = client.run('a', {}, { maxPrice: 0.01, revision: 4 });
    expect(await outcomeOf<unknown>(call)).toMatchObject({ name: 'ListingChangedError' });
    expect(attempts.map(({ body }) => body)).toEqual([
      '{"listingId":"a","requestBody":{},"maxPrice":0.01,"revision":4}',
    ]);
  });

  it('repeats an activation with the same key until the marketplace is back', async () => {
    const down = () => Promise.reject(new TypeError('fetch failed'));
    // The shortest delays there are.
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const { client, attempts, times } = marketOf(
      down,
      down,
      down,
      down,
      down,
      down,
      down,
      completed,
    );
    expect(await outcomeOf(client.run('a'))).toEqual({ words: 2 });
    expect(times().at(-1)).toBeGreaterThanOrEqual(4_000);
    expect(new Set(attempts.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
  });

  it('retries an activation as often as the option says, if it is given', async () => {
    const { client, attempts } = marketOf(() => errorBody(503, 'overloaded'));
    const error = await outcomeOf<unknown>(client.run('a', {}, { retries: 1 }));
    expect(error).toMatchObject({ name: 'ServerError' });
    expect(attempts).toHaveLength(2);
  });

  it('does not repeat an activation after a defect, or a delay that exceeds the timeout', async () => {
    const defect = marketOf(() => errorBody(500, 'internal'));
    expect(await outcomeOf<unknown>(defect.client.run('a'))).toMatchObject({ status: 500 });
    expect(defect.attempts).toHaveLength(1);
    const quota = marketOf(() => {
      const response = errorBody(429, 'quota_exceeded');
      response.headers.set('retry-after', '3600');
      return response;
    });
    expect(await outcomeOf<unknown>(quota.client.run('a'))).toMatchObject({
      name: 'RateLimitError',
      idempotencyKey: undefined,
    });
    expect(quota.attempts).toHaveLength(1);
  });

  it('reports the order as soon as it is placed, and when it has settled', async () => {
    const { client, prefers, times } = marketOf(running, delayed(5_000, completed));
    const seen: string[] = [];
    const call = client.run(
      'a',
      {},
      { onUpdate: ({ id, orderState }) => seen.push(`${id} ${orderState}`) },
    );
    expect(await outcomeOf(call)).toEqual({ words: 2 });
    expect(seen).toEqual([`${order().id} running`, `${order().id} completed`]);
    expect(prefers()).toEqual([null, 'wait=30']);
    expect(times()).toEqual([0, 0]);
  });

  it('throws a WaitTimeoutError with the order', async () => {
    const { client } = marketOf(running);
    const states: string[] = [];
    const call = client.run(
      'a',
      {},
      {
        timeout: '5s',
        onUpdate: ({ orderState }) => states.push(orderState),
      },
    );
    expect(await outcomeOf<unknown>(call)).toMatchObject({
      name: 'WaitTimeoutError',
      order: openOrder('running'),
    });
    expect(states).toEqual(['running']);
  });

  it('knows the order after a timeout of a second or less, without a request more than the wait needs', async () => {
    const { client, prefers } = marketOf(running, hang);
    const call = client.run('a', {}, { timeout: '1s' });
    expect(await outcomeOf<unknown>(call)).toMatchObject({
      name: 'WaitTimeoutError',
      order: openOrder('running'),
    });
    expect(prefers()).toEqual([null, 'wait=1']);
  });

  it('says that nothing was placed when the time is up and every attempt was refused', async () => {
    const { client } = marketOf(() => errorBody(429, 'rate_limited'));
    const error = await outcomeOf<unknown>(client.run('a', {}, { timeout: '5s' }));
    expect(error).toMatchObject({ name: 'RateLimitError', idempotencyKey: undefined });
  });

  it('throws a WaitTimeoutError with the idempotency key when there was no response', async () => {
    const { client, attempts } = marketOf(hang);
    const startedAt = performance.now();
    const error = await outcomeOf<unknown>(client.run('a', {}, { timeout: '5s' }));
    expect(performance.now() - startedAt).toBe(5_000);
    expect(error).toMatchObject({
      name: 'WaitTimeoutError',
      order: undefined,
      idempotencyKey: attempts[0]?.headers.get('idempotency-key'),
      message: expect.stringContaining('The order may have been placed'),
    });
  });
});

describe('an error after which an order may exist has the idempotency key', () => {
  const keyOf = async (...script: Script) => {
    const { client } = marketOf(...script);
    const call = client.activate('a', {}, { idempotencyKey: 'k-1', retries: 1 });
    return (await outcomeOf<unknown>(call)) as { idempotencyKey?: string };
  };
  const refusal = () => errorBody(401, 'unauthenticated');
  const reset = () => Promise.reject(new TypeError('fetch failed'));

  it.each<[string, Script]>([
    ['a defect of the marketplace', [() => errorBody(500, 'internal')]],
    ['an overloaded marketplace', [() => errorBody(503, 'overloaded')]],
    ['a timeout of the request', [() => errorBody(408, 'request_timeout')]],
    ['a page of HTML in place of the order', [() => new Response('<html>', { status: 200 })]],
    ['half an order', [() => new Response('{"id":"o', { status: 201 })]],
    ['a connection that was cut', [reset]],
    ['a refusal after an attempt that was cut', [reset, refusal]],
  ])('%s', async (_, script) => {
    expect(await keyOf(...script)).toMatchObject({ idempotencyKey: 'k-1' });
  });

  it('a refusal has none', async () => {
    expect(await keyOf(refusal)).toMatchObject({ status: 401, idempotencyKey: undefined });
  });

  it('also when run repeats the activation', async () => {
    const { client } = marketOf(reset, reset, reset, refusal);
    const call = client.run('a', {}, { idempotencyKey: 'k-1' });
    expect(await outcomeOf<unknown>(call)).toMatchObject({ status: 401, idempotencyKey: 'k-1' });
  });
});

describe('activate', () => {
  it('returns the order as it is, settled or not', async () => {
    const { client } = marketOf(pending, broken);
    expect(await outcomeOf(client.activate('a'))).toEqual(openOrder('pending'));
    expect(await outcomeOf(client.activate('a'))).toEqual(failedOrder);
  });
});
