import { OrderFailedError } from '@mkt/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { errorBody, json } from './mock-marketplace.ts';
import { BASE_URL, failedOrder, order, openOrder } from './records.ts';
import { hang } from './scripted-fetch.ts';
import {
  broken,
  completed,
  held,
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
  it('activates, waits, and gives the result exactly as the seller sent it', async () => {
    const { client, attempts, prefers } = marketOf(held(12_000, running), held(100, completed));
    expect(await outcomeOf(client.run('text-insights', { text: 'Hi' }))).toEqual({ words: 2 });
    expect(prefers()).toEqual(['wait=30', 'wait=30']);
    expect(attempts.map(({ url }) => url)).toEqual([
      `${BASE_URL}/v1/orders`,
      `${BASE_URL}/v1/orders/${order().id}`,
    ]);
  });

  it.each([null, false, 0, '', [], 'text', '2026-11-01', { __proto__: null }, 1e21])(
    'gives %j as it is',
    async (result) => {
      const { client } = marketOf(() => json(order({ result }), { status: 201 }));
      expect(await outcomeOf(client.run('a'))).toEqual(result);
    },
  );

  it('gives a result that holds a member named __proto__ with it', async () => {
    const text = JSON.stringify(order()).replace('{"words":2}', '{"__proto__":{"admin":true}}');
    const { client } = marketOf(() => new Response(text, { status: 201 }));
    const result = await outcomeOf(client.run('a'));
    expect(JSON.stringify(result)).toBe('{"__proto__":{"admin":true}}');
    expect((result as { admin?: boolean }).admin).toBeUndefined();
  });

  it('gives a result that breaks the seller’s outputSchema: the order is completed', async () => {
    const { client } = marketOf(() => json(order({ outputValid: false, result: 'odd' })));
    expect(await outcomeOf(client.run('a'))).toBe('odd');
  });

  it('throws an order that failed, with the order and the seller’s words', async () => {
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

  it('survives passing errors once the order is placed, and keeps its pace', async () => {
    const failure = () => errorBody(503, 'overloaded');
    const { client, times } = marketOf(running, failure, failure, completed);
    expect(await outcomeOf(client.run('a'))).toEqual({ words: 2 });
    expect(times()).toEqual([0, 1_000, 2_250, 3_750]);
  });

  it('throws a completed order that has no result', async () => {
    const { result: _, ...rest } = order();
    const { client } = marketOf(() => json(rest));
    expect(await outcomeOf<unknown>(client.run('a'))).toMatchObject({
      name: 'InvalidResponseError',
    });
  });

  it('throws what the activation was refused with', async () => {
    const { client, attempts } = marketOf(() => errorBody(409, 'listing_changed'));
    const call = client.run('a', {}, { maxPrice: 0.01, revision: 4 });
    expect(await outcomeOf<unknown>(call)).toMatchObject({ name: 'ConflictError' });
    expect(attempts.map(({ body }) => body)).toEqual([
      '{"listingId":"a","requestBody":{},"maxPrice":0.01,"revision":4}',
    ]);
  });

  it('does not go on trying for a minute when the activation cannot be placed', async () => {
    const { client, attempts } = marketOf(() => errorBody(503, 'overloaded'));
    expect(await outcomeOf<unknown>(client.run('a'))).toMatchObject({ name: 'ServerError' });
    expect(attempts).toHaveLength(3);
  });

  it('ends when the time is up, with the order', async () => {
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

  it('ends when the time is up without any answer, and tells the key to ask again with', async () => {
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
  it('gives the order as it is, over or not', async () => {
    const { client } = marketOf(pending, broken);
    expect(await outcomeOf(client.activate('a'))).toEqual(openOrder('pending'));
    expect(await outcomeOf(client.activate('a'))).toEqual(failedOrder);
  });
});
