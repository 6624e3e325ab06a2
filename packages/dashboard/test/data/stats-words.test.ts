import { expect, test } from 'vitest';
import { comparable, comparedInWords, statsQuery } from '../../src/data/stats-words.ts';

const NOW = Date.parse('2026-11-22T09:41:12Z');

test('24 hours end with the present one', () => {
  expect(statsQuery('24h', NOW)).toEqual({
    by: 'hour',
    from: '2026-11-21T10:00:00.000Z',
    to: '2026-11-22T10:00:00.000Z',
  });
});

test('the preceding period is as long, and ends where they begin', () => {
  expect(statsQuery('7d', NOW, true)).toEqual({
    by: 'day',
    from: '2026-11-09T00:00:00.000Z',
    to: '2026-11-16T00:00:00.000Z',
  });
});

test.each([
  [106, 100, '106 calls in the last 24 hours, 6% more than in the previous 24 hours.'],
  [50, 100, '50 calls in the last 24 hours, 50% fewer than in the previous 24 hours.'],
  [2_100, 100, '2,100 calls in the last 24 hours, 21 times as many as in the previous 24 hours.'],
  [1, 1, '1 call in the last 24 hours, as many as in the previous 24 hours.'],
  [5, 0, '5 calls in the last 24 hours, none in the previous 24 hours.'],
  [0, 5, 'No calls in the last 24 hours, 5 in the previous 24 hours.'],
  [0, 0, 'No calls in the last 24 hours.'],
])('%d calls after %d are compared', (calls, before, words) => {
  expect(comparedInWords(calls, before, '24h')).toBe(words);
});

test('a period that was mostly without calls is not compared with', () => {
  const of = (...calls: number[]) => ({ data: calls.map((count) => ({ calls: count })) });
  const now = of(4, 0, 9, 3, 1);
  const [full, poor] = [of(0, 0, 1, 0, 2), of(0, 0, 0, 50, 0)];
  expect(comparable(full, now)).toBe(full);
  expect(comparable(poor, now)).toBeUndefined();
  expect(comparable(undefined, now)).toBeUndefined();
  expect(comparable(poor, of(0, 0))).toBe(poor);
});
