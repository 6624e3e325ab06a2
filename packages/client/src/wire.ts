export type InTime<T> = { kind: 'done'; value: T } | { kind: 'expired' };

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
