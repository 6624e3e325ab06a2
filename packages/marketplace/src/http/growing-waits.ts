import { RateLimiterRes } from 'rate-limiter-flexible';
import { DAY_SECONDS } from '../domain/limits.ts';
import type { Limiter, MakeLimiter } from './limiter-types.ts';

const WINDOW_SECONDS = 60;
const MAX_WAIT_SECONDS = 3_600;
/** Never reached: the limit cannot be exceeded this often in a day. */
const UNLIMITED = 1_000_000;

/**
 * A limit of attempts per minute with growing waits: exceeding it means a wait of one minute, then two, then
 * four, up to an hour. After a day within the limit the waits start over.
 */
export function createGrowingLimit(make: MakeLimiter, name: string, perMinute: number): Limiter {
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
  };
}
