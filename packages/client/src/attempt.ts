import { createFetch, FetchError, type $Fetch, type CreateFetchOptions } from 'ofetch';
import { withDeadline } from './wire.ts';
import { readText } from './read-text.ts';
import type { Fetch, Outcome, WireRequest } from './wire-src-wire.ts';

/**
 * One ofetch per client: it merges headers and options, and works with any `fetch` that is given to
 * it. Four of its features are switched off, because this package has its own:
 *
 * - `retry`: the pause between attempts ignores `signal` (aborted after 150 ms, a call with a pause of
 *   1.5 s ended after 1,519 ms), and `Retry-After` is not read (`retry.ts`).
 * - `timeout`: it covers the headers alone, so that a body may take forever, and it is ignored when
 *   there is a `signal` (`deadline.ts`).
 * - the JSON parser: `destr` drops members named `__proto__` and accepts `NaN`, but a seller's result
 *   must arrive as it was sent; and the size of the body has no limit (`read-text.ts`).
 * - errors: a `FetchError` holds the request, with the API key in its headers (`response.ts`).
 */
export function createHttp(fetch: Fetch): Http {
  return createFetch({
    fetch: fetch as CreateFetchOptions['fetch'] & {},
    defaults: { retry: 0, ignoreResponseError: true, responseType: 'stream' },
  });
}

export type Http = Pick<$Fetch, 'raw'>;

export interface AttemptLimits {
  timeoutMs: number;
  /** The maximum size of the decoded body. */
  maxResponseBytes: number;
  signal: AbortSignal | undefined;
}

/**
 * One request, with its full response, within `timeoutMs`. Only an abort throws. Redirects are not
 * followed: `fetch` would send the API key to the other host.
 */
export async function attempt(
  http: Http,
  { method, url, headers, body }: WireRequest,
  limits: AttemptLimits,
): Promise<Outcome> {
  const exchange = async (signal: AbortSignal): Promise<Outcome> => {
    try {
      const init = { method, headers, signal, redirect: 'manual' } as const;
      const response = await http.raw(url, body === undefined ? init : { ...init, body });
      const text = await readText(response, limits.maxResponseBytes);
      const { status } = response;
      return text === undefined
        ? { kind: 'too_large', status, headers: response.headers }
        : { kind: 'response', status, headers: response.headers, text };
    } catch (thrown) {
      return { kind: 'unreachable', thrown: thrown instanceof FetchError ? thrown.cause : thrown };
    }
  };
  const ended = await withDeadline(exchange, limits);
  return ended.kind === 'done' ? ended.value : { kind: 'timeout' };
}
