import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { createConnectionState } from './connection-state.ts';

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

/** The browser's `fetch`, which tells `connection` when a request gets no response. */
export async function watchedFetch(url: string, init: RequestInit): Promise<Response> {
  try {
    // oxlint-disable-next-line no-restricted-globals -- the client gets it
    const response = await fetch(url, init);
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

export const useIsConnectionLost = (): boolean =>
  useSyncExternalStore(connection.subscribe, connection.isLost);
