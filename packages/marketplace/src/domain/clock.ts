/** Time as it is given to rules and use cases; tests give one that they move. */
export interface Clock {
  /** Unix milliseconds, for records. */
  now(): number;
  /** Milliseconds that never go back, for deadlines. */
  monotonic(): number;
  /** Calls back once after `ms`; the result cancels it. */
  after(ms: number, callback: () => void): () => void;
}

/** Resolves after `ms`, or at once when the signal fires. */
export function pause(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) {
      resolve();
      return;
    }
    const done = () => {
      cancel();
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const cancel = clock.after(ms, done);
    signal?.addEventListener('abort', done);
  });
}
