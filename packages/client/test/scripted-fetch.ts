// For tests with a fake clock: sockets would run in real time.
import type { Fetch } from '@mkt/client';

export interface Attempt {
  url: string;
  headers: Headers;
  body: unknown;
  /** The time of the attempt. */
  atMs: number;
}

type Step = (attempt: Attempt, signal: AbortSignal) => Response | Promise<Response>;

/** A `fetch` that takes the scripted steps in turn, then the last one. */
export function scriptedFetch(...script: Step[]): { fetch: Fetch; attempts: Attempt[] } {
  const attempts: Attempt[] = [];
  const fetch: Fetch = async (url, init) => {
    const { body, signal } = init;
    const attempt = { url, headers: new Headers(init.headers), body, atMs: performance.now() };
    attempts.push(attempt);
    const step = script[Math.min(attempts.length, script.length) - 1];
    if (!step || !signal) throw new TypeError('not in the script');
    return await step(attempt, signal);
  };
  return { fetch, attempts };
}

/** Never responds; rejects when the signal aborts, as the platform's `fetch` does. */
export const hang: Step = (_, signal) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
