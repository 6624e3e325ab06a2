import type { RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';

/** Counts requests by a key, and rejects with a `RateLimiterRes` those over its limit. */
export interface Limiter {
  /** As in the header `RateLimit-Policy`. */
  policy: string;
  consume(key: string, points?: number): Promise<RateLimiterRes>;
}

interface CounterOptions {
  keyPrefix: string;
  points: number;
  duration: number;
}

/** Creates a counter that allows `points` per `duration` in seconds and key. */
export type MakeLimiter = (options: CounterOptions) => RateLimiterAbstract;

/** What limits of attempts need of a counter. */
export interface Counter {
  consume(key: string): Promise<RateLimiterRes>;
  penalty(key: string): Promise<RateLimiterRes>;
  reward(key: string): Promise<RateLimiterRes>;
  block(key: string, seconds: number): Promise<RateLimiterRes>;
  get(key: string): Promise<RateLimiterRes | null>;
  delete(key: string): Promise<boolean>;
}

export type MakeCounter = (options: CounterOptions) => Counter;
