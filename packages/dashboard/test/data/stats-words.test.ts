import { expect, test } from 'vitest';
import {
  comparable,
  comparedInWords,
  comparison,
  courseBefore,
  hoursBefore,
  lineBefore,
  type Span,
  spansOf,
  statsQuery,
  wholeOf,
} from '../../src/data/stats-words.ts';

const span = (calls: number): Span => ({ calls, completed: calls, failed: 0, amountIn: () => 0 });

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
  [106, 100, '120 calls in the last 24 hours; without this hour, 6% more than a day earlier.'],
  [50, 100, '120 calls in the last 24 hours; without this hour, 50% fewer than a day earlier.'],
  [1, 1, '120 calls in the last 24 hours; without this hour, as many as a day earlier.'],
  [5, 0, '120 calls in the last 24 hours, none a day earlier.'],
])('%d calls until the present hour, after %d, are compared', (calls, before, words) => {
  expect(comparedInWords(120, { now: span(calls), before: span(before) }, '24h')).toBe(words);
});

test('a month that is over is compared as a whole', () => {
  const spans = { now: span(2_100), before: span(100) };
  expect(comparedInWords(2_100, spans, 'last-month')).toBe(
    '2,100 calls in the previous month, 21 times as many as the month before.',
  );
});

test('a day that has only begun is compared with nothing, and nor is its like before', () => {
  const day = (calls: number, amount: number) => ({
    calls,
    completed: calls - 1,
    spend: [{ currency: 'USD', amount }],
  });
  const now = { data: [day(10, 1), day(20, 2), day(1, 0.1)] };
  const before = { data: [day(5, 0.5), day(10, 1), day(30, 3)] };
  const spans = spansOf(now, before, '7d');
  expect([spans?.now.calls, spans?.before.calls]).toEqual([30, 15]);
  expect([spans?.now.completed, spans?.before.completed]).toEqual([28, 13]);
  expect([spans?.now.amountIn('USD'), spans?.before.amountIn('EUR')]).toEqual([3, 0]);
  expect(spansOf(now, before, 'last-month')?.now.calls).toBe(31);
  expect(spansOf(now, undefined, '7d')).toBeUndefined();
  expect(wholeOf(now.data, '7d')).toHaveLength(2);
  expect(lineBefore(now.data, before.data, '7d', ({ calls }) => calls)).toEqual([5, 10, null]);
});

test('the last day before may end at the same hour as today: then all of both is compared', () => {
  expect(hoursBefore('7d', NOW)).toEqual({
    by: 'hour',
    from: '2026-11-15T00:00:00.000Z',
    to: '2026-11-15T09:00:00.000Z',
  });
  // In the first hour of a day, one hour is the least.
  expect(hoursBefore('30d', Date.parse('2026-11-22T00:10:00Z'))?.to).toBe(
    '2026-10-23T01:00:00.000Z',
  );
  expect(hoursBefore('24h', NOW)).toBeUndefined();
  const now = daysFrom('2026-11-16', 7);
  const before = { ...daysFrom('2026-11-09', 7), until: '2026-11-15T09:00:00.000Z' };
  expect(spansOf(now, before, '7d')).toMatchObject({ now: { calls: 7 }, before: { calls: 7 } });
  expect(comparison(now, before, '7d')).toBe(
    'Changes: 16–22 Nov compared with 9–15 Nov until 09:00\u00A0UTC',
  );
  const spans = { now: span(106), before: span(100), isWhole: true };
  expect(comparedInWords(106, spans, '7d')).toBe(
    '106 calls in the last 7 days, 6% more than a week earlier.',
  );
});

/** The days of UTC from one on, each with a call. */
const daysFrom = (day: string, count: number) => ({
  data: Array.from({ length: count }, (_, index) => ({
    start: new Date(Date.parse(day) + index * 24 * 3_600_000).toISOString(),
    calls: 1,
    completed: 1,
  })),
});

test.each([
  ['7d', '2026-11-22', 7, '2026-11-15', 7, '22–27 Nov compared with 15–20 Nov, without today'],
  ['month', '2026-11-01', 28, '2026-10-01', 28, '1–27 Nov compared with 1–27 Oct, without today'],
  // February has no 29th and 30th.
  ['month', '2026-03-01', 31, '2026-02-01', 28, '1–28 Mar compared with 1–28 Feb, without today'],
  ['last-month', '2026-10-01', 31, '2026-09-01', 30, '1–31 Oct compared with 1–30 Sept'],
] as const)(
  'the changes of %s, from %s on, are those of whole days, which are said',
  (period, from, count, fromBefore, countBefore, words) => {
    const [now, before] = [daysFrom(from, count), daysFrom(fromBefore, countBefore)];
    expect(comparison(now, before, period)).toBe(`Changes: ${words}`);
    const spans = spansOf(now, before, period);
    const isOver = period === 'last-month';
    expect(spans?.now.calls).toBe(isOver ? count : spans?.before.calls);
  },
);

test('on the first day of a month nothing is over that could be compared', () => {
  const [now, before] = [daysFrom('2026-11-01', 1), daysFrom('2026-10-01', 1)];
  expect(comparison(now, before, 'month')).toBe('');
  expect(spansOf(now, before, 'month')).toBeUndefined();
});

test('the hour that has only begun is compared with nothing', () => {
  const hours = { data: Array.from({ length: 24 }, () => ({})) };
  expect(comparison(hours, hours, '24h')).toBe(
    'Changes: the last 23 full hours compared with the same hours a day earlier',
  );
});

test('the line behind a figure has what its change compares, at the same places', () => {
  const of = (...calls: number[]) => ({ data: calls.map((count) => ({ calls: count })) });
  const callsOf = ({ calls }: { calls: number }) => calls;
  expect(courseBefore(of(4, 5, 6), of(1, 2, 3), '7d', callsOf)).toEqual([1, 2]);
  // A month that is over is compared as a whole; the one before was shorter.
  expect(courseBefore(of(4, 5, 6), of(1, 2), 'last-month', callsOf)).toEqual([1, 2, null]);
  expect(courseBefore(of(4, 5, 6), of(1, 2, 3), 'any', callsOf)).toBeUndefined();
  expect(courseBefore(of(4, 5, 6), undefined, '7d', callsOf)).toBeUndefined();
});

test('a period that was mostly without calls is not compared with', () => {
  const of = (...calls: number[]) => ({ data: calls.map((count) => ({ calls: count })) });
  const now = of(4, 0, 9, 3, 1);
  const [full, poor, begun] = [of(0, 2, 1, 0, 2), of(50, 0, 0, 0, 0), of(0, 0, 0, 4, 2)];
  expect(comparable(full, now)).toBe(full);
  expect(comparable(poor, now)).toBeUndefined();
  // It may lie before the first call.
  expect(comparable(begun, now)).toBeUndefined();
  expect(comparable(undefined, now)).toBeUndefined();
  // Nothing any more is news, nothing ever is none.
  expect(comparable(full, of(0, 0))).toBe(full);
  expect(comparable(of(0, 0), of(0, 0))).toBeUndefined();
});
