import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { DAY_SECONDS } from '../market/limits.ts';
import type { Counter, Limiter, MakeCounter } from './rate-limits.ts';

const WINDOW_SECONDS = 60;
const MAX_WAIT_SECONDS = 3_600;
/** Never reached: the limit cannot be exceeded this often in a day. */
const UNLIMITED = 1_000_000;

/** A limit whose counts can be taken back. */
export interface RefundableLimit extends Limiter {
  /** Takes back the count of one attempt. */
  refund(key: string): Promise<unknown>;
  /** Forgets the key. */
  reset(key: string): Promise<unknown>;
}

/**
 * A limit of attempts per minute with growing waits: exceeding it means a wait of one minute, then two, then
 * four, up to an hour. After a day within the limit the waits start over.
 */
export function createGrowingLimit(
  make: MakeCounter,
  name: string,
  perMinute: number,
): RefundableLimit {
  const attempts = make({ keyPrefix: name, points: perMinute, duration: WINDOW_SECONDS });
  const excesses = make({
    keyPrefix: `${name}-excesses`,
    points: UNLIMITED,
    duration: DAY_SECONDS,
  });

  /** Called once per wait: attempts during a wait do not lengthen it. */
  async function lengthenWait(key: string): Promise<RateLimiterRes> {
    const { consumedPoints } = await excesses.consume(key);
    const seconds = Math.min(MAX_WAIT_SECONDS, WINDOW_SECONDS * 2 ** (consumedPoints - 1));
    return attempts.block(key, seconds);
  }

  return {
    policy: `"${name}";q=${perMinute};w=${WINDOW_SECONDS}`,
    async consume(key) {
      try {
        return await attempts.consume(key);
      } catch (outcome) {
        if (!(outcome instanceof RateLimiterRes)) throw outcome;
        throw outcome.consumedPoints === perMinute + 1 ? await lengthenWait(key) : outcome;
      }
    },
    refund: (key) => attempts.reward(key),
    reset: (key) => Promise.all([attempts.delete(key), excesses.delete(key)]),
  };
}

/** Keys that a counter in memory keeps, at about 500 bytes each. */
const MAX_KEYS = 20_000;

/**
 * A counter in memory that forgets the key that was used least recently when there are too many: an
 * attacker chooses addresses and email addresses, and some counts are kept for a day.
 */
export const boundedCounter =
  (maxKeys = MAX_KEYS): MakeCounter =>
  (options) => {
    const counter = new RateLimiterMemory(options);
    const used = new Set<string>();
    function use(key: string): string {
      used.delete(key);
      used.add(key);
      const [oldest] = used;
      if (used.size > maxKeys && oldest !== undefined) {
        used.delete(oldest);
        void counter.delete(oldest);
      }
      return key;
    }
    return {
      consume: (key) => counter.consume(use(key)),
      penalty: (key) => counter.penalty(use(key)),
      reward: (key) => counter.reward(use(key)),
      block: (key, seconds) => counter.block(use(key), seconds),
      get: (key) => counter.get(key),
      delete: (key) => counter.delete(key),
    } satisfies Counter;
  };
