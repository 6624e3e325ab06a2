import type { MarketEvent } from '@mkt/client';
import { connection } from './connection.ts';
import { readEvents } from './event-reader.ts';

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

export interface SharedEventsOptions {
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
export function shareEvents({ userId, onEvent, onOpen, onRefused }: SharedEventsOptions) {
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
