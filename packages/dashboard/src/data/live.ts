import { AuthenticationError, createClient, type MarketEvent, PermissionError } from '@mkt/client';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { API_OPTIONS } from './api.ts';
import { connection, watchedFetch } from './connection.ts';
import { createRefresher, isChanged, liveState } from './refresh.ts';
import { sessionEnded } from './session.ts';

/** After a refusal, such as too many streams. */
const RETRY_MS = 30_000;

interface EventReaderOptions {
  onEvent: (event: MarketEvent) => void;
  /** Whether events arrive now. */
  onOpen: (isOpen: boolean) => void;
  signal: AbortSignal;
}

/** Resolves after a while, or as soon as `signal` aborts. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  signal.addEventListener('abort', () => resolve(), { once: true });
  return promise.finally(() => clearTimeout(timer));
}

/**
 * Reads one stream until it is refused. It counts as open once an event has arrived, not before: a
 * proxy may hold events back. So the server is asked to begin with one, as it does for a stream that
 * continues another; that `resync` also makes up for changes before the stream.
 */
async function readStream({ onEvent, onOpen, signal }: EventReaderOptions): Promise<void> {
  const client = createClient({
    ...API_OPTIONS,
    fetch(url, init) {
      onOpen(false);
      return watchedFetch(url, init);
    },
  });
  for await (const event of client.events({ signal, headers: { 'last-event-id': '0' } })) {
    onOpen(true);
    onEvent(event);
  }
}

/**
 * Reads the events of the account until `signal` aborts, or the server refuses the session: then it
 * throws the refusal.
 */
async function readEvents({ signal, ...options }: EventReaderOptions): Promise<void> {
  while (!signal.aborted) {
    const attempt = new AbortController();
    const end = () => attempt.abort();
    // The client would wait longer and longer before it tries again.
    const unsubscribe = connection.subscribe(end);
    signal.addEventListener('abort', end, { once: true });
    try {
      if (connection.isLost()) await pause(RETRY_MS, attempt.signal);
      else await readStream({ ...options, signal: attempt.signal });
    } catch (error) {
      if (error instanceof AuthenticationError || error instanceof PermissionError) throw error;
      if (!attempt.signal.aborted) await pause(RETRY_MS, attempt.signal);
    } finally {
      options.onOpen(false);
      unsubscribe();
      signal.removeEventListener('abort', end);
    }
  }
}

/** A browser opens only six connections to a server over HTTP/1.1: the windows above these poll. */
const MAX_STREAMS = 3;
/** How often a window looks whether it may have a stream now. */
const LOOK_AGAIN_MS = 5_000;

/** Does `work` in one of the places for streams, which all tabs of the browser share; false if none is free. */
async function inPlace(work: () => Promise<void>): Promise<boolean> {
  for (let place = 0; place < MAX_STREAMS; place++) {
    const isFree = await navigator.locks.request(
      `mkt-events ${place}`,
      { ifAvailable: true },
      async (lock) => {
        if (lock) await work();
        return lock !== null;
      },
    );
    if (isFree) return true;
  }
  return false;
}

interface FollowOptions extends Pick<EventReaderOptions, 'onEvent' | 'onOpen'> {
  /** The server refuses the session. */
  onRefused: (error: unknown) => void;
}

/**
 * Reads the events of the account while the tab is visible: one that is not reads nothing, and is
 * stale when it is shown again. Returns what ends it. On a page loaded over http from another machine
 * browsers have no locks: such pages poll.
 */
function followEvents({ onEvent, onOpen, onRefused }: FollowOptions): () => void {
  if (!('locks' in navigator)) return () => undefined;
  let reading: AbortController | undefined;
  let isOpen = false;

  function setOpen(next: boolean): void {
    if (isOpen === next) return;
    isOpen = next;
    onOpen(next);
  }

  async function read(signal: AbortSignal): Promise<void> {
    const options = {
      signal,
      onEvent,
      onOpen: (next: boolean) => setOpen(next && !signal.aborted),
    };
    while (!signal.aborted) {
      if (!(await inPlace(() => readEvents(options)))) await pause(LOOK_AGAIN_MS, signal);
    }
  }

  function follow(): void {
    if (document.visibilityState !== 'visible') {
      reading?.abort();
      reading = undefined;
    } else if (!reading) {
      reading = new AbortController();
      read(reading.signal).catch((error: unknown) => {
        stop();
        onRefused(error);
      });
    }
  }

  function stop(): void {
    document.removeEventListener('visibilitychange', follow);
    reading?.abort();
  }

  document.addEventListener('visibilitychange', follow);
  follow();
  return stop;
}

const EVERYTHING: MarketEvent = { type: 'resync', id: null };

/** Keeps what the pages show up to date for a person. Returns what ends it. */
function startUpdates(client: QueryClient): () => void {
  const refresher = createRefresher(client);
  const announce = (event: MarketEvent) =>
    refresher.changed(({ queryKey }) => isChanged(queryKey, event), event.type !== 'resync');
  const stopEvents = followEvents({
    onEvent: announce,
    onOpen(isOpen) {
      liveState.set(isOpen);
      // Without events, polling begins with a request.
      if (!isOpen) announce(EVERYTHING);
    },
    onRefused(error) {
      if (error instanceof AuthenticationError) sessionEnded.set(true);
    },
  });
  const unsubscribe = connection.subscribe(() => {
    if (!connection.isLost()) announce(EVERYTHING);
  });
  return () => {
    unsubscribe();
    stopEvents();
    refresher.stop();
    liveState.set(false);
  };
}

/** Reads what pages show again when it has changed, for a person who is signed in. */
export function useLiveUpdates(): void {
  const client = useQueryClient();
  useEffect(() => startUpdates(client), [client]);
}
