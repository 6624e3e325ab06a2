import { LIMITS } from '@mkt/protocol';

/**
 * Remembers which orders were received. Processes that serve the same listing need a shared one
 * (docs/sell/deploy.md#several-processes).
 */
export interface ReplayStore {
  /**
   * Stores an order id for at least 10 minutes, and returns `true` if it was new. Lookup and insert
   * must be one atomic step (as in Redis' SET NX): of two concurrent calls only one may get `true`.
   * It is awaited before the order runs. If it throws, rejects or takes longer than 5 seconds, the
   * call is refused with 503, because the order may have run already.
   */
  add(orderId: string): boolean | Promise<boolean>;
}

export interface MemoryReplayStore extends ReplayStore {
  add(orderId: string): boolean;
}

export interface MemoryReplayStoreOptions {
  /** Shortest time that an id is remembered, in milliseconds; 10 minutes by default. */
  windowMs?: number;
  /** Beyond this many ids the older half is forgotten; 1,000,000 by default. */
  maxEntries?: number;
  now?: () => number;
}

/**
 * A replay store in the memory of this process. Ids are kept in two generations: when the younger is
 * `windowMs` old or holds half of `maxEntries`, the older is dropped. An id therefore costs one Set
 * entry and no timer, and is remembered for one to two windows. A million ids are enough for 1,600
 * calls a second over 10 minutes and take about 100 MB.
 */
export function memoryReplayStore({
  windowMs = LIMITS.replayWindowMs,
  maxEntries = 1_000_000,
  now = Date.now,
}: MemoryReplayStoreOptions = {}): MemoryReplayStore {
  let young = new Set<string>();
  let old = new Set<string>();
  let bornMs = now();

  return {
    add(orderId) {
      const nowMs = now();
      const ageMs = nowMs - bornMs;
      // A clock that is set back gives a negative age: forgetting early would accept a replay.
      if (ageMs >= windowMs || young.size >= maxEntries / 2) {
        old = ageMs >= 2 * windowMs ? new Set() : young;
        young = new Set();
        bornMs = nowMs;
      }
      if (young.has(orderId) || old.has(orderId)) return false;
      young.add(orderId);
      return true;
    },
  };
}
