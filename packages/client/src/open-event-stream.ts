import type { Outcome, WireRequest } from './wire-src-wire.ts';
import { withDeadline } from './wire.ts';
import { readText } from './read-text.ts';
import type { Settings } from './settings.ts';

export interface OpenStream {
  reader: ReadableStreamDefaultReader<Uint8Array>;
  close(): void;
}

/** An open stream; what came instead of one; or no stream, although the request succeeded. */
export type Opened =
  | { kind: 'open'; stream: OpenStream; status: number; headers: Headers }
  | { kind: 'other'; status: number; headers: Headers }
  | Outcome;

export interface OpeningLimits {
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

/**
 * Asks for an event stream, within `timeoutMs`, and leaves its body open. Only an abort throws. The
 * platform's `fetch` is enough for it: ofetch would add nothing to a single GET.
 */
export async function openEventStream(
  { fetch, maxResponseBytes }: Pick<Settings, 'fetch' | 'maxResponseBytes'>,
  { url, method, headers }: WireRequest,
  limits: OpeningLimits,
): Promise<Opened> {
  const connection = new AbortController();
  const close = () => connection.abort();

  async function open(): Promise<Opened> {
    try {
      const init = { method, headers, signal: connection.signal, redirect: 'manual' } as const;
      const response = await fetch(url, init);
      const { status } = response;
      const about = { status, headers: response.headers };
      if (status < 200 || status > 299) {
        const text = await readText(response, maxResponseBytes);
        return text === undefined
          ? { kind: 'too_large', ...about }
          : { kind: 'response', ...about, text };
      }
      const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
      if (!isStream || !response.body) return { kind: 'other', ...about };
      return { kind: 'open', ...about, stream: { reader: response.body.getReader(), close } };
    } catch (thrown) {
      return { kind: 'unreachable', thrown };
    }
  }

  let isOpen = false;
  try {
    const ended = await withDeadline(open, limits);
    if (ended.kind === 'expired') return { kind: 'timeout' };
    isOpen = ended.value.kind === 'open';
    return ended.value;
  } finally {
    if (!isOpen) close();
  }
}
