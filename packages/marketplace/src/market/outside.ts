/** The time that rules and use cases are given; tests pass a clock that they move. */
export interface Clock {
  /** Unix milliseconds, for records. */
  now(): number;
  /** Milliseconds that never go backwards, for deadlines. */
  monotonic(): number;
  /** Calls `callback` once after `ms`; the returned function cancels it. */
  after(ms: number, callback: () => void): () => void;
}

/** Resolves after `ms`, or as soon as the signal is aborted. */
export function pause(
  clock: Pick<Clock, 'after'>,
  ms: number,
  signal?: AbortSignal,
): Promise<void> {
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
