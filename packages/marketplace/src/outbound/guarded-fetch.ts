import {
  checkUrl,
  type TransportOutcome,
  type TransportRequest,
  type UrlPolicy,
} from '@mkt/conformance';
import { Agent, type Dispatcher } from 'undici';
import type { Clock } from '../domain/clock.ts';
import { createBoundedMap } from '../concurrency/bounded-map.ts';
import { LinkedList } from '../concurrency/linked-list.ts';
import { Exchange } from './exchange.ts';
import { failure, failureOf } from './failure.ts';
import { guardedConnector } from './guarded-connector.ts';
import { createResolve, type Resolve } from './resolve.ts';
import { createSocketMeter } from './socket-meter.ts';

const KEEP_ALIVE_MS = 4_000;
const MAX_RESPONSE_HEADERS = 16 * 1024;
const MAX_CHECKED_URLS = 1_000;
/** A longer one has an input in its query string: it hardly comes again, and may fill the memory. */
const MAX_KEPT_LENGTH = 500;

type Target = { ok: true; origin: string; path: string } | { ok: false; message: string };

export interface GuardedFetchOptions {
  policy: UrlPolicy;
  clock: Pick<Clock, 'after' | 'monotonic'>;
  /** Connections to one origin at most. */
  connections: number;
  resolve?: Resolve;
  onConnect?: (address: string) => void;
}

export interface GuardedRequest extends TransportRequest {
  /** The status is all that counts: what is over `maxBytes` of the body is dropped. */
  statusOnly?: boolean;
  /** The connection is kept for the next request to the same origin. */
  keepAlive?: boolean;
}

/** Callbacks of many requests on one signal: the signal's own list of them is searched for each. */
function createFollowers() {
  const bySignal = new WeakMap<AbortSignal, LinkedList<() => void>>();
  return function follow(signal: AbortSignal, callback: () => void): () => void {
    let followers = bySignal.get(signal);
    if (!followers) {
      const all = new LinkedList<() => void>();
      signal.addEventListener('abort', () => {
        for (const each of all) each();
      });
      bySignal.set(signal, all);
      followers = all;
    }
    return followers.add(callback);
  };
}

/**
 * The one way out of the marketplace, for contracts, reviews, health probes and calls: the URL's
 * form and every address are checked, the deadline is one for connecting, headers and body, a
 * redirect is a response like any other, and a failure is an outcome that reveals nothing of
 * our network.
 */
export function createGuardedFetch(options: GuardedFetchOptions) {
  const { policy, clock } = options;
  const meter = createSocketMeter();
  const agent = new Agent({
    connect: guardedConnector({
      meter,
      allowPrivate: policy.allowPrivate,
      resolve: options.resolve ?? createResolve(),
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

  const follow = createFollowers();
  const checkedUrls = createBoundedMap<Target>({ max: MAX_CHECKED_URLS });

  function checkTarget(url: string): Target {
    const checked = checkUrl(url, policy);
    if (!checked.ok) return checked;
    const { origin, pathname, search } = checked.url;
    return { ok: true, origin, path: pathname + search };
  }

  /** A URL that is called again and again is not checked each time. */
  const targetOf = (url: string): Target =>
    url.length > MAX_KEPT_LENGTH
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
          unfollow?.();
          resolve(outcome);
        },
      });
      // These end the promise whether there is a connection or not: a name that is not resolved, or
      // an address that does not answer, would hold a request for minutes.
      const cancel = clock.after(request.timeoutMs, () => exchange.end(failure('timeout')));
      const unfollow = signal && follow(signal, () => exchange.end(failure('aborted')));
      const options: Dispatcher.DispatchOptions = {
        origin,
        path,
        method: request.method,
        headers: { 'accept-encoding': 'identity', ...request.headers },
        body: request.body ?? null,
        // Never sent a second time by the library, whatever the method.
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
