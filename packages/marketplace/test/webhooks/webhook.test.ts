// docs/buy/webhooks.md#retries
import { describe, expect, it } from 'vitest';
import { afterAttempt, hostOf, webhookState } from '../../src/webhooks/webhook.ts';
import { answersChallenge } from '../../src/sellers/webhook-sender.ts';

const DAY_MS = 86_400_000;
const NOW_MS = 1_800_000_000_000;

const FAILURE = {
  state: 'active',
  failingSinceMs: null,
  notBeforeMs: 0,
  pauseMs: 0,
  places: 8,
  failedAttempts: 0,
  succeeded: false,
  status: 500,
} as const;

describe('after an attempt', () => {
  it('that succeeded, the delivery is complete and the webhook no longer fails', () => {
    const ended = { ...FAILURE, failingSinceMs: NOW_MS - 9 * DAY_MS, succeeded: true };
    expect(afterAttempt(ended, NOW_MS)).toEqual({
      failingSinceMs: null,
      notBeforeMs: 0,
      pauseMs: 0,
      places: 8,
      isGone: false,
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

  it('that failed, the next pause is twice as long, up to a minute', () => {
    let [ended, nowMs] = [{ ...FAILURE, pauseMs: 0, notBeforeMs: 0 }, NOW_MS];
    const pauses = Array.from({ length: 8 }, () => {
      const { pauseMs, notBeforeMs } = afterAttempt(ended, nowMs);
      ended = { ...ended, pauseMs, notBeforeMs };
      nowMs = notBeforeMs;
      return pauseMs / 1_000;
    });
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  });

  it('that failed together with others, the pause is that of one', () => {
    const first = afterAttempt(FAILURE, NOW_MS);
    const beside = { ...FAILURE, pauseMs: first.pauseMs, notBeforeMs: first.notBeforeMs };
    expect(afterAttempt(beside, NOW_MS + 10)).toMatchObject({
      pauseMs: first.pauseMs,
      notBeforeMs: first.notBeforeMs,
    });
  });

  it('that failed, the webhook gets one request at a time, and one more with each success', () => {
    let { places } = afterAttempt(FAILURE, NOW_MS);
    const after = Array.from({ length: 9 }, () => {
      const before = places;
      ({ places } = afterAttempt({ ...FAILURE, places, succeeded: true }, NOW_MS));
      return before;
    });
    expect(after).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 8]);
  });

  it('that was answered with 410, the webhook is disabled at once and must be confirmed again', () => {
    const gone = afterAttempt({ ...FAILURE, status: 410 }, NOW_MS);
    expect(gone).toMatchObject({ isGone: true, disabledReason: expect.stringContaining('410') });
    const paused = afterAttempt({ ...FAILURE, state: 'paused', status: 410 }, NOW_MS);
    expect(paused).toMatchObject({ isGone: true, disabledReason: null });
  });
});

describe('a response to a challenge', () => {
  const CHALLENGE = 'Zk9rT3-x_Q';

  it.each([
    CHALLENGE,
    `${CHALLENGE}\n`,
    JSON.stringify(CHALLENGE),
    `{ "challenge": "${CHALLENGE}" }`,
    `{"challenge":"${CHALLENGE}","ok":true}`,
  ])('is %j', (body) => {
    expect(answersChallenge(body, CHALLENGE)).toBe(true);
  });

  it.each([
    '',
    'ok',
    CHALLENGE.toLowerCase(),
    `${CHALLENGE}${CHALLENGE}`,
    `You sent ${CHALLENGE}`,
    `{"data":{"challenge":"${CHALLENGE}"}}`,
    '{"challenge":"another"}',
    `["${CHALLENGE}"]`,
    'null',
    `{"type":"webhook.challenge","challenge":"${CHALLENGE}","data":{}}`,
  ])('is not %j, which a server may return without understanding the challenge', (body) => {
    expect(answersChallenge(body, CHALLENGE)).toBe(false);
  });
});

describe('the host of a webhook', () => {
  it.each([
    'https://buyer.example/hook',
    'https://buyer.example:8443/hook?a=b',
    'https://BUYER.example./',
    'https://buyer.example.:1024',
  ])('is the same for every port and spelling of its name: %s', (url) => {
    expect(hostOf(url)).toBe('buyer.example');
  });

  it('is the address where the URL has one', () => {
    expect(hostOf('https://[2606:4700::1111]:8443/')).toBe('[2606:4700::1111]');
  });
});

describe('the state of a webhook', () => {
  it.each([
    ['pending', undefined, true, 'active'],
    ['pending', 'active', false, 'pending'],
    ['active', undefined, false, 'pending'],
    ['active', 'paused', false, 'paused'],
    ['paused', undefined, false, 'paused'],
    ['paused', 'active', false, 'pending'],
    ['paused', 'active', true, 'active'],
    ['disabled', undefined, true, 'disabled'],
    ['disabled', 'active', false, 'pending'],
    ['disabled', 'active', true, 'active'],
  ] as const)('%s, set to %s, confirmed %s, is %s', (before, wanted, isConfirmed, after) => {
    expect(webhookState(before, wanted, isConfirmed)).toBe(after);
  });
});
