import { OrderFailedError } from '@mkt/client';
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
} from './scripted-orders.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

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

  it('returns a result that does not fit outputSchema, because the order is completed', async () => {
    const { client } = marketOf(() => json(order({ outputValid: false, result: 'odd' })));
    expect(await outcomeOf(client.run('a'))).toBe('odd');
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
    expect(await outcomeOf<unknown>(call)).toMatchObject({ name: 'ConflictError' });
    expect(attempts.map(({ body }) => body)).toEqual([
      '{"listingId":"a","requestBody":{},"maxPrice":0.01,"revision":4}',
    ]);
  });

  it('retries an activation twice, not for the whole timeout', async () => {
    const { client, attempts } = marketOf(() => errorBody(503, 'overloaded'));
    expect(await outcomeOf<unknown>(client.run('a'))).toMatchObject({ name: 'ServerError' });
    expect(attempts).toHaveLength(3);
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

describe('activate', () => {
  it('returns the order as it is, settled or not', async () => {
    const { client } = marketOf(pending, broken);
    expect(await outcomeOf(client.activate('a'))).toEqual(openOrder('pending'));
    expect(await outcomeOf(client.activate('a'))).toEqual(failedOrder);
  });
});
