import { createGrowingBuffer } from '@mkt/protocol';

// Apart from `transport.ts`, so that the published types need none of ofetch's, which need undici.

/** The part of the platform's `fetch` that is used. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface WireRequest {
  method: string;
  url: string;
  headers: Headers;
  body: string | undefined;
}

export type Outcome =
  | { kind: 'response'; status: number; headers: Headers; text: string }
  | { kind: 'too_large'; status: number; headers: Headers }
  | { kind: 'unreachable'; thrown: unknown }
  | { kind: 'timeout' };

type InTime<T> = { kind: 'done'; value: T } | { kind: 'expired' };

/**
 * Runs `work` for at most `timeoutMs`, or until `signal` aborts, which throws the signal's reason.
 * Either settles immediately, even if `work` ignores the signal that it is given.
 */
export async function withDeadline<T>(
  work: (signal: AbortSignal) => Promise<T>,
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal | undefined },
): Promise<InTime<T>> {
  signal?.throwIfAborted();
  // Not AbortSignal.any, which would leave a listener on a long-lived signal for every request.
  const controller = new AbortController();
  let onAbort = () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    // Not Promise.withResolvers, which Node 20 does not have.
    return await new Promise<InTime<T>>((resolve, reject) => {
      onAbort = () => {
        reject(signal?.reason);
        controller.abort(signal?.reason);
      };
      timer = setTimeout(() => {
        resolve({ kind: 'expired' });
        controller.abort();
      }, timeoutMs);
      signal?.addEventListener('abort', onAbort, { once: true });
      work(controller.signal).then((value) => resolve({ kind: 'done', value }), reject);
    });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

/** Waits; an abort ends it immediately with the signal's reason. */
export async function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await withDeadline(() => new Promise(() => {}), { timeoutMs: ms, signal });
}

/**
 * The body of a response as text, or `undefined` when it is larger than `maxBytes`; then the rest is
 * not read. The bytes are copied into one buffer as they arrive: an object for each chunk would take
 * far more memory than its bytes when a server sends them one by one.
 */
export async function readText(response: Response, maxBytes: number): Promise<string | undefined> {
  const { body } = response;
  if (!body) return '';
  // Not `for await`, because Safari's streams are not iterable.
  const reader = body.getReader();
  const buffer = createGrowingBuffer(maxBytes);
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new TextDecoder().decode(buffer.take());
    if (!buffer.append(value)) {
      // Closes the connection. It rejects only if the stream has already failed and is closed.
      reader.cancel().catch(() => undefined);
      return undefined;
    }
  }
}
