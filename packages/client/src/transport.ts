import { HEADERS, type RouteId } from '@mkt/protocol';
import { type $Fetch, createFetch, type CreateFetchOptions, FetchError } from 'ofetch';
import { apiPromise, type ApiPromise, type WithResponse } from './api-promise.ts';
import { AbortError, markAsPossiblyPlaced } from './errors.ts';
import {
  checkOptionNames,
  type OptionNames,
  REQUEST_OPTIONS,
  type RequestHeaders,
  type RequestOptions,
} from './options.ts';
import {
  buildRequest,
  type DataOf,
  isIdempotent,
  pathOf,
  type PathValues,
  type RequestContent,
  routeOf,
} from './request.ts';
import { readResponse, type ResponseContext } from './response.ts';
import { checkedRetries, isUnsent, retryDelayMs, UNREACHABLE_MS } from './retry.ts';
import { checkedTimeout, type Settings } from './settings.ts';
import {
  type Fetch,
  type Outcome,
  readText,
  sleep,
  type WireRequest,
  withDeadline,
} from './wire.ts';

/**
 * One ofetch per client: it merges headers and options, and works with any `fetch` that is given to
 * it. Four of its features are switched off, because this package has its own:
 *
 * - `retry`: the pause between attempts ignores `signal` (aborted after 150 ms, a call with a pause of
 *   1.5 s ended after 1,519 ms), and `Retry-After` is not read (`retry.ts`).
 * - `timeout`: it covers the headers alone, so that a body may take forever, and it is ignored when
 *   there is a `signal` (`wire.ts`).
 * - the JSON parser: `destr` drops members named `__proto__` and accepts `NaN`, but a seller's result
 *   must arrive as it was sent; and the size of the body has no limit (`wire.ts`).
 * - errors: a `FetchError` holds the request, with the API key in its headers (`response.ts`).
 */
function createHttp(fetch: Fetch): Http {
  return createFetch({
    fetch: fetch as CreateFetchOptions['fetch'] & {},
    defaults: { retry: 0, ignoreResponseError: true, responseType: 'stream' },
  });
}

type Http = Pick<$Fetch, 'raw'>;

interface AttemptLimits {
  timeoutMs: number;
  /** The maximum size of the decoded body. */
  maxResponseBytes: number;
  signal: AbortSignal | undefined;
}

/**
 * One request, with its full response, within `timeoutMs`. Only an abort throws. Redirects are not
 * followed: `fetch` would send the API key to the other host.
 */
async function attempt(
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

/** The options of `client.request`. */
export interface SendOptions extends RequestOptions, RequestContent {
  /** The `Idempotency-Key` of `POST /v1/orders`. Default: a new random one for each call. */
  idempotencyKey?: string | undefined;
}

const SEND_OPTIONS: OptionNames<SendOptions> = {
  ...REQUEST_OPTIONS,
  query: true,
  body: true,
  idempotencyKey: true,
};

interface CallParts extends RequestContent {
  /** The parameters of the path. */
  id?: PathValues;
  /** Headers that are set by options of the call, such as `wait`. */
  optionHeaders?: RequestHeaders;
  /** The id or slug that a 404 names, if it is not the one of the path. */
  subject?: string;
}

export interface Transport {
  /** One operation of the route table. */
  call: <Id extends RouteId>(
    id: Id,
    options: RequestOptions,
    parts?: CallParts,
  ) => ApiPromise<DataOf<Id>>;
  /** Sends any request. */
  send: (method: string, path: string, options?: SendOptions) => ApiPromise<unknown>;
  /** Whether any request has reached the address: then a refused connection means that it is restarting. */
  hasConnected: () => boolean;
}

export function createTransport(settings: Settings): Transport {
  const http = createHttp(settings.fetch);
  const { maxResponseBytes, log } = settings;
  let hasConnected = false;

  /** Retries reads, and activations, whose idempotency key makes all attempts one order. */
  const exchange = async (
    request: WireRequest,
    path: string,
    options: RequestOptions,
    { success, subject }: Pick<ResponseContext, 'success' | 'subject'> = {},
  ): Promise<WithResponse<unknown>> => {
    const { signal } = options;
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const retries = checkedRetries(options.retries, settings.retries);
    const limit = isRead || isIdempotent(request.method, path) ? retries : 0;
    const timeoutMs =
      checkedTimeout(options.timeout, settings.timeoutMs) + preferredWaitMs(request.headers);
    const idempotencyKey = request.headers.get(HEADERS.idempotencyKey);
    const startedAt = performance.now();
    let mayHavePlaced = false;
    let isSending = false;
    try {
      for (let attempts = 0; ; attempts++) {
        const logged = log.attempt(request, attempts + 1);
        isSending = !signal?.aborted;
        const outcome = await attempt(http, request, { timeoutMs, maxResponseBytes, signal });
        isSending = false;
        const wasUnsent = isUnsent(outcome);
        hasConnected ||= outcome.kind !== 'timeout' && !wasUnsent;
        mayHavePlaced ||= !wasUnsent && !isRefusal(outcome);
        const delayMs =
          attempts < limit ? retryDelayMs(outcome, attempts, settings.backoff) : undefined;
        const isGivenUp =
          wasUnsent &&
          !hasConnected &&
          performance.now() + (delayMs ?? 0) - startedAt > UNREACHABLE_MS;
        logged.ended(outcome, isGivenUp ? undefined : delayMs);
        if (delayMs === undefined || isGivenUp) {
          const isNotPlaced = idempotencyKey !== null && !mayHavePlaced;
          const about = { success, subject, isNotPlaced };
          return readResponse(outcome, { request, timeoutMs, maxResponseBytes, ...about });
        }
        await sleep(delayMs, signal);
      }
    } catch (error) {
      if (idempotencyKey === null) throw error;
      if (mayHavePlaced) markAsPossiblyPlaced(error, idempotencyKey);
      if (!signal?.aborted || error !== signal.reason) throw error;
      const mayExist = mayHavePlaced || isSending;
      throw new AbortError(error, {
        isPlacing: true,
        idempotencyKey: mayExist ? idempotencyKey : undefined,
      });
    }
  };

  return {
    call: <Id extends RouteId>(id: Id, options: RequestOptions, parts: CallParts = {}) =>
      apiPromise(async () => {
        checkOptionNames(options, REQUEST_OPTIONS);
        const route = routeOf(id);
        const path = pathOf(route, parts.id);
        const { id: _, subject = nameIn(parts.id), ...rest } = parts;
        const request = buildRequest(settings, route.method, path, { ...options, ...rest });
        const found = await exchange(request, path, options, { success: route.success, subject });
        // The route table says what this operation returns; readResponse has checked its shape.
        return found as WithResponse<DataOf<Id>>;
      }),
    send: (method, path, options = {}) =>
      apiPromise(async () => {
        checkOptionNames(options, SEND_OPTIONS);
        const { idempotencyKey, ...parts } = options;
        const optionHeaders = { [HEADERS.idempotencyKey]: idempotencyKey };
        const request = buildRequest(settings, method.toUpperCase(), path, {
          ...parts,
          optionHeaders,
        });
        return await exchange(request, path, options);
      }),
    hasConnected: () => hasConnected,
  };
}

const nameIn = (id: PathValues | undefined) => (typeof id === 'string' ? id : undefined);

/** Whether the marketplace, rather than a proxy in front of it, said that it has done nothing. */
const isRefusal = (outcome: Outcome): boolean =>
  outcome.kind === 'response' &&
  outcome.status >= 400 &&
  outcome.status < 500 &&
  outcome.status !== 408;

/** How long the server was asked to wait before it responds (RFC 7240, §4.3). */
function preferredWaitMs(headers: Headers): number {
  const [, seconds = '0'] = /\bwait=(\d{1,4})\b/.exec(headers.get('prefer') ?? '') ?? [];
  return Number(seconds) * 1_000;
}
