// A marketplace with scripted orders, for tests with a fake clock.
import { createClient } from '@mkt/client';
import { expect, vi } from 'vitest';
import { json } from './mock-marketplace.ts';
import { API_KEY, BASE_URL, failedOrder, order, openOrder } from './records.ts';
import { scriptedFetch } from './scripted-fetch.ts';

export type Script = Parameters<typeof scriptedFetch>;

export const pending = () => json(openOrder('pending'));
export const running = () => json(openOrder('running'), { headers: { 'x-request-id': 'req-7' } });
export const completed = () => json(order());
export const broken = () => json(failedOrder, { headers: { 'x-request-id': 'req-8' } });

/** A response that is delayed, as `Prefer: wait` requests. */
export const delayed =
  (ms: number, reply: () => Response): Script[number] =>
  async () => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    const response = reply();
    response.headers.set('preference-applied', 'wait=30');
    return response;
  };

export function marketOf(...script: Script) {
  const { fetch, attempts } = scriptedFetch(...script);
  const client = createClient({ baseUrl: BASE_URL, apiKey: API_KEY, fetch });
  return {
    client,
    attempts,
    /** The time of each request, in milliseconds after the first. */
    times: () => attempts.map(({ atMs }) => Math.round(atMs - (attempts[0]?.atMs ?? 0))),
    prefers: () => attempts.map(({ headers }) => headers.get('prefer')),
  };
}

/** The value of a call, or what it threw, after every timer has run. */
export async function outcomeOf<T>(call: Promise<T>): Promise<T> {
  const settled = call.catch((error: unknown) => error as T);
  await vi.runAllTimersAsync();
  expect(vi.getTimerCount()).toBe(0);
  return await settled;
}
