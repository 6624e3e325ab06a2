// docs/webhooks.md#retries
import { describe, expect, it } from 'vitest';
import { afterAttempt } from '../../src/domain/webhook.ts';

const DAY_MS = 86_400_000;
const NOW_MS = 1_800_000_000_000;

const FAILURE = {
  state: 'active',
  failingSinceMs: null,
  failedAttempts: 0,
  succeeded: false,
} as const;

describe('after an attempt', () => {
  it('that succeeded, the delivery is over and the webhook no longer fails', () => {
    const ended = { ...FAILURE, failingSinceMs: NOW_MS - 9 * DAY_MS, succeeded: true };
    expect(afterAttempt(ended, NOW_MS)).toEqual({
      failingSinceMs: null,
      notBeforeMs: 0,
      disabledReason: null,
      retryAtMs: null,
    });
  });

  it('that failed, the webhook has failed since then and gets nothing for a second', () => {
    const after = { failingSinceMs: NOW_MS, notBeforeMs: NOW_MS + 1_000, disabledReason: null };
    expect(afterAttempt(FAILURE, NOW_MS)).toMatchObject(after);
  });

  it('that failed again, the time of the first failure remains', () => {
    const ended = { ...FAILURE, failingSinceMs: NOW_MS - 1 };
    expect(afterAttempt(ended, NOW_MS).failingSinceMs).toBe(NOW_MS - 1);
  });

  it('the next one follows after 5 s, 5 min, 30 min, 2 h, 5 h and 10 h, and then none', () => {
    const delays = [0, 1, 2, 3, 4, 5, 6].map((failedAttempts) => {
      const { retryAtMs } = afterAttempt({ ...FAILURE, failedAttempts }, NOW_MS);
      return retryAtMs === null ? null : (retryAtMs - NOW_MS) / 1_000;
    });
    expect(delays).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, null]);
  });

  it.each([
    ['is disabled after five days of failures', 'active', 5 * DAY_MS, true],
    ['is not disabled a millisecond earlier', 'active', 5 * DAY_MS - 1, false],
    ['that is paused is not disabled', 'paused', 5 * DAY_MS, false],
    ['that is disabled is not disabled again', 'disabled', 6 * DAY_MS, false],
  ] as const)('a webhook %s', (_, state, failedForMs, isDisabled) => {
    const ended = { ...FAILURE, state, failingSinceMs: NOW_MS - failedForMs };
    const { disabledReason, retryAtMs } = afterAttempt(ended, NOW_MS);
    expect(disabledReason !== null).toBe(isDisabled);
    expect(retryAtMs).toBe(NOW_MS + 5_000);
  });
});
