import { isSettled, WaitTimeoutError, type Order, type WaitOptions } from '@mkt/client';
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
afterEach(() => vi.useRealTimers());

const waitFor = (script: Script, options?: WaitOptions) => {
  const market = marketOf(...script);
  return { ...market, outcome: outcomeOf<unknown>(market.client.orders.wait('o1', options)) };
};

describe('waiting for an order', () => {
  it('takes the order in place of its id', async () => {
    const market = marketOf(completed);
    const first = openOrder('pending') as Order;
    const settled = await outcomeOf(market.client.orders.wait(first));
    expect([isSettled(first), isSettled(settled), settled]).toEqual([false, true, order()]);
    expect(market.attempts.map(({ url }) => url)).toEqual([`${BASE_URL}/v1/orders/${first.id}`]);
  });

  it('takes one long poll where the server supports it', async () => {
    const { outcome, attempts, prefers } = waitFor([delayed(9_000, completed)]);
    expect(await outcome).toEqual(order());
    expect(attempts.map(({ url }) => url)).toEqual([`${BASE_URL}/v1/orders/o1`]);
    expect(prefers()).toEqual(['wait=30']);
  });

  it('continues with another long poll at once', async () => {
    const script = [delayed(30_000, running), delayed(20_000, completed)];
    const { outcome, times, prefers } = waitFor(script);
    expect(await outcome).toEqual(order());
    expect(times()).toEqual([0, 30_000]);
    expect(prefers()).toEqual(['wait=30', 'wait=29']);
  });

  it('requests no longer wait than its timeout leaves, so that the response still counts', async () => {
    const { outcome, prefers } = waitFor([delayed(4_000, completed)], { timeout: '5s' });
    expect(await outcome).toEqual(order());
    expect(prefers()).toEqual(['wait=4']);
  });

  it('polls after 1 s, growing to 2 s, where the server has no long polls', async () => {
    const { outcome, times } = waitFor([
      pending,
      running,
      running,
      running,
      running,
      running,
      completed,
    ]);
    expect(await outcome).toEqual(order());
    expect(times()).toEqual([0, 1_000, 2_250, 3_750, 5_500, 7_500, 9_500]);
  });

  it('pauses between polls of a server that says it waits but does not', async () => {
    const { outcome, times } = waitFor([delayed(0, running), delayed(0, running), completed]);
    await outcome;
    expect(times()).toEqual([0, 1_000, 2_250]);
  });

  it('calls onUpdate for the first state and for each new one, and not otherwise', async () => {
    const states: string[] = [];
    const { outcome } = waitFor([pending, pending, running, running, completed], {
      onUpdate: ({ orderState }) => states.push(orderState),
    });
    await outcome;
    expect(states).toEqual(['pending', 'running', 'completed']);
  });

  it('rejects with what onUpdate throws', async () => {
    const { outcome } = waitFor([running], {
      onUpdate: () => {
        throw new Error('the listener broke');
      },
    });
    expect(await outcome).toMatchObject({ message: 'the listener broke' });
  });

  it('returns a failed order, which only run throws', async () => {
    expect(await waitFor([broken]).outcome).toEqual(failedOrder);
  });

  it.each<[string, Script[number]]>([
    ['a connection that was cut', () => Promise.reject(new TypeError('fetch failed'))],
    ['500', () => errorBody(500, 'internal')],
    ['503', () => errorBody(503, 'overloaded')],
    ['a proxy’s 502', () => new Response('<html>', { status: 502 })],
    ['429', () => errorBody(429, 'rate_limited')],
    ['408', () => errorBody(408, 'request_timeout')],
  ])('continues after %s', async (_, failure) => {
    const { outcome, times } = waitFor([failure, running, failure, failure, completed]);
    expect(await outcome).toEqual(order());
    expect(times()).toEqual([0, 1_000, 2_250, 3_750, 5_500]);
  });

  it('waits as long as the Retry-After of a transient error says', async () => {
    const limited = () => {
      const response = errorBody(429, 'rate_limited');
      response.headers.set('retry-after', '5');
      return response;
    };
    const { outcome, times } = waitFor([limited, completed]);
    expect(await outcome).toEqual(order());
    expect(times()).toEqual([0, 5_000]);
  });

  it.each([401, 403, 404])('rejects at once with status %i', async (status) => {
    const { outcome, attempts } = waitFor([() => errorBody(status, 'x')]);
    expect(await outcome).toMatchObject({ name: expect.stringMatching(/Error$/), status });
    expect(attempts).toHaveLength(1);
  });

  it('rejects at once with a response that is not an order', async () => {
    const { outcome } = waitFor([() => json({ ...order(), orderState: 'lost' })]);
    expect(await outcome).toMatchObject({ name: 'InvalidResponseError' });
  });

  it('times out with the order as it was last seen', async () => {
    const { outcome, times } = waitFor([pending, running], { timeout: '3s' });
    const error = await outcome;
    expect(error).toBeInstanceOf(WaitTimeoutError);
    expect(error).toMatchObject({
      type: 'wait_timeout',
      requestId: 'req-7',
      order: openOrder('running'),
      message: `Order ${order().id} is still running after 3 s. To wait for it again, call orders.wait('${order().id}').`,
    });
    expect(times()).toEqual([0, 1_000, 2_250]);
  });

  it('times out in the middle of a request too', async () => {
    const { outcome, prefers } = waitFor([delayed(2_000, running), hang], { timeout: 3_000 });
    expect(await outcome).toMatchObject({ name: 'WaitTimeoutError', order: openOrder('running') });
    expect(prefers()).toEqual(['wait=2', 'wait=1']);
  });

  it('has the cause when the order could not be read even once', async () => {
    const { outcome } = waitFor([() => errorBody(500, 'internal')], { timeout: '2s' });
    expect(await outcome).toMatchObject({
      name: 'WaitTimeoutError',
      order: undefined,
      message: 'The order could not be read within 2 s.',
      cause: { name: 'ServerError' },
    });
  });

  it('times out after a minute by default', async () => {
    const startedAt = performance.now();
    const { outcome } = waitFor([running]);
    expect(await outcome).toMatchObject({ name: 'WaitTimeoutError' });
    expect(performance.now() - startedAt).toBe(60_000);
  });

  it('rejects an invalid duration', async () => {
    const timeout = 'soon' as unknown as number;
    const { outcome, attempts } = waitFor([completed], { timeout });
    expect(await outcome).toMatchObject({ type: 'invalid_option' });
    expect(attempts).toHaveLength(0);
  });
});

describe('reading an order once', () => {
  it.each([
    ['no wait', undefined, null],
    ['0', 0, 'wait=0'],
    ['500ms, in whole seconds', '500ms', 'wait=1'],
    ['10s', '10s', 'wait=10'],
    ['more than the server grants', '5m', 'wait=30'],
  ] as const)('asks the server to wait: %s', async (_, wait, prefer) => {
    const { client, prefers } = marketOf(running);
    await outcomeOf(client.orders.get('o1', { wait }));
    await outcomeOf(client.activate('a', {}, { wait }));
    expect(prefers()).toEqual([prefer, prefer]);
  });
});
