/** The first delay between attempts to reach the marketplace; it doubles each time. */
const MIN_DELAY_MS = 1_000;
const MAX_DELAY_MS = 15_000;

export interface ConnectionOptions {
  /** Whether the marketplace responds to a small request now. */
  reach: () => Promise<boolean>;
  /** Calls `work` later; the returned function cancels that. */
  after: (ms: number, work: () => void) => () => void;
}

/** From half to all of it, so that many pages do not try again in step. */
const delayMs = (failures: number) =>
  Math.min(MIN_DELAY_MS * 2 ** failures, MAX_DELAY_MS) * (0.5 + Math.random() / 2);

/**
 * Whether the marketplace can be reached. A request that got no response is not enough to say that
 * it cannot: another one has to fail too. After that it is tried again and again.
 */
export function createConnectionState({ reach, after }: ConnectionOptions) {
  const listeners = new Set<() => void>();
  let lost = false;
  let failures = 0;
  let isTrying = false;
  let isStale = false;
  let cancel: () => void = () => undefined;

  function set(next: boolean): void {
    if (lost === next) return;
    lost = next;
    for (const listener of listeners) listener();
  }

  async function attempt(): Promise<void> {
    cancel();
    if (isTrying) {
      isStale = true;
      return;
    }
    isTrying = true;
    isStale = false;
    const isReached = await reach();
    isTrying = false;
    if (isReached) failures = 0;
    set(!isReached);
    if (isStale && !isReached) await attempt();
    else if (!isReached) cancel = after(delayMs(failures++), () => void attempt());
  }

  return {
    isLost: () => lost,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** A request got no response. */
    suspect(): void {
      if (!lost && !isTrying) void attempt();
    },
    /** Something changed: tries immediately. */
    tryNow: () => void attempt(),
    /** The browser says that it has no network; for a server on the same machine, it is wrong. */
    goOffline(): void {
      set(true);
      cancel();
      cancel = after(delayMs(failures++), () => void attempt());
    },
  };
}
