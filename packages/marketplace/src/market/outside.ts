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

/** Creates ids and random bytes; passed to use cases so that rules stay pure. */
export interface Identity {
  /** UUID v7, so that ids sort by time. */
  id(): string;
  randomBytes(length: number): Uint8Array;
  /** Strings are hashed as UTF-8. */
  sha256(data: Uint8Array | string): Uint8Array;
  /** A hash that cannot be reproduced without the key of the installation: for short secrets. */
  keyedHash(text: string): Uint8Array;
  /**
   * The id of a buyer that a seller sees: stable per buyer and seller account, and different from
   * the account id.
   */
  buyerPseudonym(buyerId: string, sellerId: string): string;
}

/**
 * The server's log as use cases write to it. Never log a key, a secret or a body. `alike` is what a line
 * has in common with others: of the lines with the same message and the same `alike`, the first ten of a
 * second are written; without it, every line of level `info`, and of the same warning or error one per
 * second. One line says how many were left out, and their ids.
 */
export interface Log {
  info(fields: Record<string, unknown>, message: string, alike?: string): void;
  warn(fields: Record<string, unknown>, message: string, alike?: string): void;
  error(fields: Record<string, unknown>, message: string, alike?: string): void;
}

/** How the log names a request. */
export interface RequestIds {
  /** Ours, which the response has too. */
  requestId?: string | undefined;
  /** The `X-Request-Id` that the caller sent. */
  callerRequestId?: string | undefined;
}
