import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

/** The first delay between attempts to reach the marketplace; it doubles each time. */
const MIN_DELAY_MS = 1_000;
const MAX_DELAY_MS = 15_000;

interface ConnectionOptions {
  /** Whether the marketplace responds to a small request now. */
  reach: () => Promise<boolean>;
  /** Calls `work` later; the returned function cancels that. */
  after: (ms: number, work: () => void) => () => void;
}

/** From half to all of it, so that many pages do not try again in step. */
const delayMs = (failures: number) =>
  Math.min(MIN_DELAY_MS * 2 ** failures, MAX_DELAY_MS) * (0.5 + Math.random() / 2);

/**
 * Whether the marketplace can be reached. A request that got no response is not enough to say that
 * it cannot: another one has to fail too. After that it is tried again and again.
 */
export function createConnectionState({ reach, after }: ConnectionOptions) {
  const listeners = new Set<() => void>();
  /** When it was lost; undefined while it is not. */
  let lostAtMs: number | undefined;
  let failures = 0;
  let trying: Promise<void> | undefined;
  let isStale = false;
  let cancel: () => void = () => undefined;

  const isLost = () => lostAtMs !== undefined;

  function set(next: boolean): void {
    if (isLost() === next) return;
    lostAtMs = next ? Date.now() : undefined;
    for (const listener of listeners) listener();
  }

  async function reachNow(): Promise<void> {
    isStale = false;
    const isReached = await reach();
    trying = undefined;
    if (isReached) failures = 0;
    set(!isReached);
    if (isStale && !isReached) await attempt();
    else if (!isReached) cancel = after(delayMs(failures++), () => void attempt());
  }

  function attempt(): Promise<void> {
    cancel();
    if (trying) isStale = true;
    return (trying ??= reachNow());
  }

  return {
    isLost,
    lostAtMs: () => lostAtMs,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** A request got no response. */
    suspect(): void {
      if (!isLost() && !trying) void attempt();
    },
    /** Resolves as soon as the marketplace responds, now or later. */
    async reached(): Promise<void> {
      if (!isLost()) await attempt();
      if (!isLost()) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      listeners.add(resolve);
      await promise;
      listeners.delete(resolve);
    },
    /** Something changed: tries immediately. */
    tryNow: () => void attempt(),
    /** The browser says that it has no network; for a server on the same machine, it is wrong. */
    goOffline(): void {
      set(true);
      cancel();
      cancel = after(delayMs(failures++), () => void attempt());
    },
  };
}

const REACH_WITHIN_MS = 5_000;
/** What a proxy sends if the marketplace behind it does not respond. */
const GATEWAY_ERRORS = new Set([502, 503, 504]);

async function reach(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(REACH_WITHIN_MS);
    // oxlint-disable-next-line no-restricted-globals -- the client would retry it
    const { status } = await fetch('/healthz', { cache: 'no-store', signal });
    return !GATEWAY_ERRORS.has(status);
  } catch {
    return false;
  }
}

function after(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
}

/** Whether the marketplace can be reached from this page. */
export const connection = createConnectionState({ reach, after });

/**
 * What `load` imports; without a connection, as soon as it is back, unless its files are in the browser's
 * cache. Browsers remember an import that failed, so it is not tried while it would fail.
 */
export function retried<Loaded>(
  load: () => Promise<Loaded>,
  isCached = () => false,
): () => Promise<Loaded> {
  let loaded: Loaded | undefined;
  return async () => {
    if (loaded === undefined && connection.isLost() && !isCached()) await connection.reached();
    try {
      loaded ??= await load();
    } catch {
      // It may have failed before anyone noticed that the connection is lost.
      await connection.reached();
      loaded = await load();
    }
    return loaded;
  };
}

declare global {
  interface Window {
    /** Responses to requests that index.html has sent, by their path; `undefined` if there was none. */
    mktEarly?: Map<string, Promise<Response | undefined>>;
  }
}

/** The response to a request that index.html has sent already: once, and before anything is changed. */
async function earlyResponse(url: string, { method = 'GET' }: RequestInit) {
  const early = window.mktEarly;
  if (method !== 'GET') early?.clear();
  const path = url.replace(location.origin, '');
  const response = early?.get(path);
  early?.delete(path);
  return response;
}

/** The browser's `fetch`, which tells `connection` when a request gets no response. */
export async function watchedFetch(url: string, init: RequestInit): Promise<Response> {
  try {
    const early = await earlyResponse(url, init);
    // oxlint-disable-next-line no-restricted-globals -- the client gets it
    const response = early ?? (await fetch(url, init));
    if (GATEWAY_ERRORS.has(response.status)) connection.suspect();
    return response;
  } catch (thrown) {
    if (!init.signal?.aborted) connection.suspect();
    throw thrown;
  }
}

/**
 * Follows the browser's network, and lets queries wait while the marketplace cannot be reached.
 * Forms do not wait: they say that it cannot be reached. Returns what ends it.
 */
export function watchConnection(): () => void {
  const { goOffline, tryNow, isLost, subscribe } = connection;
  const onVisible = () => {
    if (isLost() && document.visibilityState === 'visible') tryNow();
  };
  window.addEventListener('offline', goOffline);
  window.addEventListener('online', tryNow);
  document.addEventListener('visibilitychange', onVisible);
  onlineManager.setEventListener((setOnline) => subscribe(() => setOnline(!isLost())));
  return () => {
    window.removeEventListener('offline', goOffline);
    window.removeEventListener('online', tryNow);
    document.removeEventListener('visibilitychange', onVisible);
  };
}

/** When the connection was lost; undefined while it is not. */
export const useConnectionLostAt = (): number | undefined =>
  useSyncExternalStore(connection.subscribe, connection.lostAtMs);
