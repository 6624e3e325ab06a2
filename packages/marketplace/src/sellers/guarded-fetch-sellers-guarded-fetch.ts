import {
  checkUrl,
  type Transport,
  type TransportOutcome,
  type TransportRequest,
  type UrlPolicy,
} from '@mkt/conformance';
import { Agent, type Dispatcher } from 'undici';
import type { Clock } from '../market/outside.ts';
import { createBoundedMap } from '../structures/collections.ts';
import { LinkedList } from '../structures/linked-list.ts';
import { createSocketMeter, guardedConnector } from './connector.ts';
import { Exchange, failure, failureOf } from './guarded-fetch.ts';
import { createResolver, type Resolve } from './resolve.ts';

/** Sellers need not know the version. A response that is compressed anyway is decoded. */
const COMMON_HEADERS = { 'user-agent': 'mkt-marketplace', 'accept-encoding': 'identity' };
const KEEP_ALIVE_MS = 4_000;
const MAX_RESPONSE_HEADERS = 16 * 1024;
const MAX_CHECKED_URLS = 1_000;
/**
 * Longer URLs are not cached: they contain an input, hardly ever repeat, and could fill the memory.
 */
const MAX_CACHED_LENGTH = 500;

type Target = { ok: true; origin: string; path: string } | { ok: false; message: string };

interface GuardedFetchOptions {
  policy: UrlPolicy;
  clock: Pick<Clock, 'after' | 'monotonic'>;
  /** Maximum number of connections to one origin. */
  connections: number;
  resolve?: Resolve;
  onConnect?: (address: string) => void;
}

export interface GuardedRequest extends TransportRequest {
  /** The status is what matters: a body over `maxBytes` is left out, and no failure. */
  statusOnly?: boolean;
  /** Keeps the connection open for the next request to the same origin. */
  keepAlive?: boolean;
}

/**
 * Registers callbacks of many requests on one signal. Each removal of an event listener would
 * search the signal's whole list.
 */
function createAbortListeners() {
  const bySignal = new WeakMap<AbortSignal, LinkedList<() => void>>();
  return function onAbort(signal: AbortSignal, callback: () => void): () => void {
    let listeners = bySignal.get(signal);
    if (!listeners) {
      const all = new LinkedList<() => void>();
      signal.addEventListener('abort', () => {
        for (const each of all) each();
      });
      bySignal.set(signal, all);
      listeners = all;
    }
    return listeners.add(callback);
  };
}

/**
 * Sends every outbound request of the marketplace: contracts, reviews, health probes and calls. The
 * form of the URL and every address are checked; one deadline covers connecting, headers and body;
 * a redirect is a response like any other; and a failure is an outcome that reveals nothing of the
 * network.
 */
export function createGuardedFetch(options: GuardedFetchOptions) {
  const { policy, clock } = options;
  const meter = createSocketMeter();
  const agent = new Agent({
    connect: guardedConnector({
      meter,
      allowPrivate: policy.allowPrivate,
      resolve: options.resolve ?? createResolver(),
      ...(options.onConnect ? { onConnect: options.onConnect } : {}),
    }),
    connections: options.connections,
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: MAX_RESPONSE_HEADERS,
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  const onAbort = createAbortListeners();
  const checkedUrls = createBoundedMap<Target>({ max: MAX_CHECKED_URLS });

  function checkTarget(url: string): Target {
    const checked = checkUrl(url, policy);
    if (!checked.ok) return checked;
    const { origin, pathname, search } = checked.url;
    return { ok: true, origin, path: pathname + search };
  }

  /** Cached, because the same endpoints are called repeatedly. */
  const targetOf = (url: string): Target =>
    url.length > MAX_CACHED_LENGTH
      ? checkTarget(url)
      : checkedUrls.getOrCompute(url, () => checkTarget(url));

  function fetch(request: GuardedRequest): Promise<TransportOutcome> {
    const target = targetOf(request.url);
    if (!target.ok) return Promise.resolve({ kind: 'refused', message: target.message });
    const { origin, path } = target;
    const { signal } = request;
    if (signal?.aborted) return Promise.resolve(failure('aborted'));
    return new Promise((resolve) => {
      const exchange = new Exchange({
        maxBytes: request.maxBytes,
        statusOnly: request.statusOnly === true,
        now: clock.monotonic,
        meter,
        onEnd(outcome) {
          cancel();
          removeListener?.();
          resolve(outcome);
        },
      });
      // These end the exchange even without a connection: a name that does not resolve or an
      // address that does not respond would otherwise hold a request for minutes.
      const cancel = clock.after(request.timeoutMs, () => exchange.end(failure('timeout')));
      const removeListener = signal && onAbort(signal, () => exchange.end(failure('aborted')));
      const options: Dispatcher.DispatchOptions = {
        origin,
        path,
        method: request.method,
        headers: { ...COMMON_HEADERS, ...request.headers },
        body: request.body ?? null,
        // undici must never resend a request, whatever its method.
        idempotent: false,
        reset: request.keepAlive !== true,
      };
      try {
        agent.dispatch(options, exchange);
      } catch (error) {
        exchange.end(failureOf(error, false));
      }
    });
  }

  return { fetch, close: () => agent.destroy() };
}

export type GuardedFetch = ReturnType<typeof createGuardedFetch>;

/**
 * The share of the remaining time that a request may take: the first time, and when it is repeated.
 */
const FIRST_SHARE = 2 / 3;
const REPEAT_SHARE = 1 / 3;

/**
 * The transport of checks and imports: a new connection for each request, and one deadline for all
 * of them. A request may take only a share of the remaining time, so that a service that does not
 * respond is still tried as often as the checks require.
 */
export function createBoundedTransport(
  { fetch }: Pick<GuardedFetch, 'fetch'>,
  { clock, withinMs }: { clock: Pick<Clock, 'monotonic'>; withinMs: number },
): Transport {
  const endsAtMs = clock.monotonic() + withinMs;
  const sent = new Set<string>();
  return {
    request(request: TransportRequest) {
      const name = `${request.method} ${request.url}`;
      const share = sent.has(name) ? REPEAT_SHARE : FIRST_SHARE;
      sent.add(name);
      const leftMs = Math.max(1, endsAtMs - clock.monotonic());
      return fetch({ ...request, timeoutMs: Math.min(request.timeoutMs, leftMs * share) });
    },
  };
}
