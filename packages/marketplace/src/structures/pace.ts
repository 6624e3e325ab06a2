import { createBoundedMap } from './bounded-map.ts';

export interface PaceOptions {
  /** How many are allowed at once. */
  burst: number;
  /** After the burst, one is allowed per interval. */
  everyMs: number;
  /** Monotonic, in milliseconds. */
  now(): number;
}

/** The least recently used names are forgotten: they start again with a full bucket. */
const MAX_NAMES = 10_000;
/** Adding fractions of a token is inexact. */
const ROUNDING_MS = 0.001;

/** Limits how often something happens, by name: a token bucket for each. */
export function createPace({ burst, everyMs, now }: PaceOptions) {
  const buckets = createBoundedMap<{ left: number; atMs: number }>({ max: MAX_NAMES });

  function filled(name: string): { left: number; atMs: number } {
    const atMs = now();
    const bucket = buckets.getOrCompute(name, () => ({ left: burst, atMs }));
    bucket.left = Math.min(burst, bucket.left + (atMs - bucket.atMs) / everyMs);
    bucket.atMs = atMs;
    return bucket;
  }

  return {
    /** How many are allowed now. */
    left: (name: string): number => Math.floor(filled(name).left),
    take(name: string, count = 1): void {
      filled(name).left -= count;
    },
    giveBack(name: string): void {
      filled(name).left += 1;
    },
    /** How long until one is allowed, in whole milliseconds; 0 if it is. */
    waitMs: (name: string): number =>
      Math.max(0, Math.ceil((1 - filled(name).left) * everyMs - ROUNDING_MS)),
  };
}

export type Pace = ReturnType<typeof createPace>;
