import { createFetch, FetchError, type CreateFetchOptions } from 'ofetch';
import { withDeadline } from './deadline.ts';
import { readText } from './read-text.ts';

/** The part of the platform's `fetch` that is used. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface WireRequest {
  method: string;
  url: string;
  headers: Headers;
  body: string | undefined;
}

export type Outcome =
  | { kind: 'response'; status: number; headers: Headers; text: string }
  | { kind: 'too_large'; status: number; headers: Headers }
  | { kind: 'unreachable'; thrown: unknown }
  | { kind: 'timeout' };

/** What ofetch would do by itself is ours to do: statuses, retries, JSON, and the deadline. */
const OURS = { ignoreResponseError: true, retry: 0, responseType: 'stream' } as const;

export interface AttemptLimits {
  timeoutMs: number;
  /** Of the decoded response. */
  maxResponseBytes: number;
  signal: AbortSignal | undefined;
}

/**
 * One request, with the whole of its answer, within `timeoutMs`. Only an abort throws.
 *
 * Redirects are not followed: `fetch` would take the API key along to the other host. The text is
 * parsed elsewhere, for ofetch's own parser may read a result as something else.
 */
export async function attempt(
  fetch: Fetch,
  { method, url, headers, body }: WireRequest,
  limits: AttemptLimits,
): Promise<Outcome> {
  const exchange = async (signal: AbortSignal): Promise<Outcome> => {
    try {
      const init = { ...OURS, method, headers, signal, redirect: 'manual' } as const;
      const request = createFetch({ fetch: fetch as CreateFetchOptions['fetch'] & {} });
      const response = await request.raw(url, body === undefined ? init : { ...init, body });
      const text = await readText(response, limits.maxResponseBytes);
      const { status } = response;
      return text === undefined
        ? { kind: 'too_large', status, headers: response.headers }
        : { kind: 'response', status, headers: response.headers, text };
    } catch (thrown) {
      // ofetch's own error adds the request, API key and all, and nothing that its cause does not say.
      return { kind: 'unreachable', thrown: thrown instanceof FetchError ? thrown.cause : thrown };
    }
  };
  const response = await withDeadline(exchange, limits);
  return response.kind === 'done' ? response.value : { kind: 'timeout' };
}
