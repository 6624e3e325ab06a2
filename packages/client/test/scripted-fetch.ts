// The other side where a test moves the clock: no socket, whose time would be real.
import type { Fetch } from '@mkt/client';

export interface Attempt {
  url: string;
  headers: Headers;
  body: unknown;
  /** The clock when it came. */
  atMs: number;
}

type Step = (attempt: Attempt, signal: AbortSignal) => Response | Promise<Response>;

/** A `fetch` that answers by the script, its last step for ever. */
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

/** Never answers; ends with the signal, as the platform's `fetch` does. */
export const hang: Step = (_, signal) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
