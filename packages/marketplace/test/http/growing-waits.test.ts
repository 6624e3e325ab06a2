// docs/reference/limits.md: repeated attempts to sign in wait longer each time.
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createGrowingLimit } from '../../src/http/growing-waits.ts';

const MINUTE_MS = 60_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Tries until it is refused; returns how often it was not, and the seconds to wait. */
async function tryUntilRefused(consume: () => Promise<unknown>) {
  for (let attempts = 0; ; attempts++) {
    const refused = await consume().then(
      () => undefined,
      (outcome: unknown) => outcome as RateLimiterRes,
    );
    if (refused) return { attempts, seconds: Math.round(refused.msBeforeNext / 1000) };
  }
}

describe('the limit of attempts to sign in', () => {
  it('doubles the wait each time it is exceeded, up to an hour', async () => {
    const limit = createGrowingLimit((options) => new RateLimiterMemory(options), 'sign-ins', 10);
    const waits: number[] = [];
    for (let n = 0; n < 8; n++) {
      const { attempts, seconds } = await tryUntilRefused(() => limit.consume('ann'));
      expect(attempts).toBe(10);
      waits.push(seconds);
      vi.advanceTimersByTime(seconds * 1000);
    }
    expect(waits.map((seconds) => seconds / 60)).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  });

  it('is not extended by attempts during the wait, and does not affect other keys', async () => {
    const limit = createGrowingLimit((options) => new RateLimiterMemory(options), 'sign-ins', 2);
    await tryUntilRefused(() => limit.consume('ann'));
    vi.advanceTimersByTime(MINUTE_MS / 2);
    const { attempts, seconds } = await tryUntilRefused(() => limit.consume('ann'));
    expect([attempts, seconds]).toEqual([0, 30]);
    await expect(limit.consume('bob')).resolves.toBeInstanceOf(RateLimiterRes);
  });

  it('starts over after a day without an excess', async () => {
    const limit = createGrowingLimit((options) => new RateLimiterMemory(options), 'sign-ins', 2);
    for (const expected of [60, 120]) {
      const { seconds } = await tryUntilRefused(() => limit.consume('ann'));
      expect(seconds).toBe(expected);
      vi.advanceTimersByTime(seconds * 1000);
    }
    vi.advanceTimersByTime(24 * 60 * MINUTE_MS);
    expect((await tryUntilRefused(() => limit.consume('ann'))).seconds).toBe(60);
  });
});
