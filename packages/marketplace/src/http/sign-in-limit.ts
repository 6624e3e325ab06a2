import { RateLimiterRes } from 'rate-limiter-flexible';
import type { Limiter, MakeLimiter } from './limiter.ts';

const WINDOW_SECONDS = 60;
const DAY_SECONDS = 86_400;
const MAX_WAIT_SECONDS = 3_600;
/** More than anybody can exceed the limit in a day. */
const UNLIMITED = 1_000_000;

/**
 * A limit per minute whose waits grow: whoever exceeds it waits a minute, then two, then four, up to
 * an hour. After a day without that it starts over.
 */
export function createSignInLimit(make: MakeLimiter, perMinute: number): Limiter {
  const attempts = make({ keyPrefix: 'sign-ins', points: perMinute, duration: WINDOW_SECONDS });
  const excesses = make({
    keyPrefix: 'sign-in-excesses',
    points: UNLIMITED,
    duration: DAY_SECONDS,
  });

  /** Called once per wait: the attempts during one count no further. */
  async function lengthenWait(key: string): Promise<RateLimiterRes> {
    const { consumedPoints } = await excesses.consume(key);
    const seconds = Math.min(MAX_WAIT_SECONDS, WINDOW_SECONDS * 2 ** (consumedPoints - 1));
    return attempts.block(key, seconds);
  }

  return {
    policy: `"sign-ins";q=${perMinute};w=${WINDOW_SECONDS}`,
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
