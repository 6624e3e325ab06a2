import { AuthenticationError, createClient, PermissionError, type MarketEvent } from '@mkt/client';
import { API_OPTIONS } from './api.ts';
import { connection, watchedFetch } from './connection.ts';

/** After a refusal, such as too many streams. */
const RETRY_MS = 30_000;

export interface EventReaderOptions {
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
export async function readEvents({ signal, ...options }: EventReaderOptions): Promise<void> {
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
