import type { RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';

/** Counts requests by a key, and rejects with a `RateLimiterRes` those over its limit. */
export interface Limiter {
  /** As in the header `RateLimit-Policy`. */
  policy: string;
  consume(key: string): Promise<RateLimiterRes>;
}

/** Creates a counter that allows `points` per `duration` in seconds and key. */
export type MakeLimiter = (options: {
  keyPrefix: string;
  points: number;
  duration: number;
}) => RateLimiterAbstract;
