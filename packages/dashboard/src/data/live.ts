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

/** How often a tab in use asks whether there is a leader, and how long that one has to answer. */
const ASK_EVERY_MS = 10_000;
const ANSWER_WITHIN_MS = 3_000;

/** What the tabs of a browser tell each other. */
type Message =
  | { kind: 'event'; event: MarketEvent }
  /** From the leader: whether events arrive now. */
  | { kind: 'leader'; isOpen: boolean }
  /** To the leader: answer with the message above. */
  | { kind: 'ask' }
  /** The connection of a tab was lost, or is back: the others should look too. */
  | { kind: 'connection' };

interface SharedEventsOptions {
  /** Tabs of the same person share a stream. */
  userId: string;
  onEvent: (event: MarketEvent) => void;
  /** Whether events arrive now, in this tab or in the leader. */
  onOpen: (isOpen: boolean) => void;
  /** The server refuses the session. */
  onRefused: (error: unknown) => void;
}

/** On a page loaded over http from another machine, browsers have no locks. */
const canShare = () => 'locks' in navigator && 'BroadcastChannel' in window;

/**
 * The events of the account, over one stream for all tabs of the browser: a browser opens only six
 * connections to a server over HTTP/1.1. The tab that holds a lock reads the stream, and tells the
 * others. When it is closed, the next one gets the lock. Returns what ends it.
 */
function shareEvents({ userId, onEvent, onOpen, onRefused }: SharedEventsOptions) {
  if (!canShare()) return () => undefined;
  const name = `mkt-events ${userId}`;
  const channel = new BroadcastChannel(name);
  const stopped = new AbortController();
  let leading: AbortController | undefined;
  let isOpen = false;
  let answerTimer: ReturnType<typeof setTimeout> | undefined;
  const send = (message: Message) => {
    if (!stopped.signal.aborted) channel.postMessage(message);
  };

  function setOpen(next: boolean): void {
    if (isOpen === next || stopped.signal.aborted) return;
    isOpen = next;
    onOpen(next);
  }

  async function lead(): Promise<void> {
    const own = new AbortController();
    leading = own;
    const signal = AbortSignal.any([own.signal, stopped.signal]);
    clearTimeout(answerTimer);
    send({ kind: 'leader', isOpen: false });
    try {
      await readEvents({
        signal,
        onEvent(event) {
          send({ kind: 'event', event });
          onEvent(event);
        },
        onOpen(next) {
          if (signal.aborted || isOpen === next) return;
          send({ kind: 'leader', isOpen: next });
          setOpen(next);
        },
      });
    } catch (error) {
      // The next tab finds out by itself.
      setOpen(false);
      stop();
      onRefused(error);
    } finally {
      if (leading === own) leading = undefined;
    }
  }

  /** Waits for the lock, or takes it from a tab that does not answer. */
  function campaign(how: 'wait' | 'steal'): void {
    const options = how === 'steal' ? { steal: true } : { signal: stopped.signal };
    navigator.locks.request(name, options, lead).catch((error: unknown) => {
      if (stopped.signal.aborted) return;
      leading?.abort();
      setOpen(false);
      // Another tab has taken the lock: this one was frozen. A stolen lock leaves a wait in the queue.
      const isTaken = error instanceof DOMException && error.name === 'AbortError';
      if (isTaken && how === 'wait') campaign('wait');
    });
  }

  function ask(): void {
    if (leading || document.visibilityState !== 'visible') return;
    send({ kind: 'ask' });
    clearTimeout(answerTimer);
    answerTimer = setTimeout(() => {
      setOpen(false);
      campaign('steal');
    }, ANSWER_WITHIN_MS);
  }

  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'ask') {
      if (leading) send({ kind: 'leader', isOpen });
    } else if (data.kind === 'connection') {
      connection.tryNow();
    } else {
      clearTimeout(answerTimer);
      if (data.kind === 'event') onEvent(data.event);
      else setOpen(data.isOpen);
    }
  });

  function stop(): void {
    if (stopped.signal.aborted) return;
    stopped.abort();
    clearTimeout(answerTimer);
    clearInterval(askTimer);
    document.removeEventListener('visibilitychange', ask);
    unsubscribe();
    channel.close();
  }

  const askTimer = setInterval(ask, ASK_EVERY_MS);
  document.addEventListener('visibilitychange', ask);
  const unsubscribe = connection.subscribe(() => send({ kind: 'connection' }));
  send({ kind: 'ask' });
  campaign('wait');
  return stop;
}

const EVERYTHING: MarketEvent = { type: 'resync', id: null };

/** Keeps what the pages show up to date for a person. Returns what ends it. */
function startUpdates(client: QueryClient, userId: string): () => void {
  const refresher = createRefresher(client);
  const announce = (event: MarketEvent) =>
    refresher.changed(({ queryKey }) => isChanged(queryKey, event), event.type !== 'resync');
  const stopEvents = shareEvents({
    userId,
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
export function useLiveUpdates(userId: string): void {
  const client = useQueryClient();
  useEffect(() => startUpdates(client, userId), [client, userId]);
}
