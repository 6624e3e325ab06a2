import { LIMITS } from '@mkt/protocol';

/** Remembers which orders were received. Give one of your own when several processes share a service. */
export interface ReplayStore {
  /**
   * Remembers an order id for at least 10 minutes. `true` when it was not known. It must look and
   * remember in one step (as Redis' SET NX does): of two calls at once only one may be told `true`.
   */
  add(orderId: string): boolean | Promise<boolean>;
}

export interface MemoryReplayStore extends ReplayStore {
  add(orderId: string): boolean;
}

export interface MemoryReplayStoreOptions {
  /** How long an id is remembered at least. */
  windowMs?: number;
  /** The most ids that are held; past them the older half is forgotten. */
  maxEntries?: number;
  now?: () => number;
}

/**
 * Order ids in the memory of this process, in two generations: when the younger is a window old or
 * holds half of what is allowed, the older is dropped as a whole. So an id costs one Set entry and
 * no timer, and is remembered for one to two windows. A million ids are 1,600 calls a second for 10
 * minutes, in about 100 MB.
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
      // A clock that was set back counts as no age: forgetting early would let a replay in.
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
