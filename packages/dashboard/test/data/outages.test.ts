import { describe, expect, it } from 'vitest';
import {
  lastDayOf,
  outagesOf,
  recentOutages,
  outageTimes,
  timeDown,
} from '../../src/data/outages.ts';

const NOW_MS = Date.parse('2026-11-28T09:00:00Z');
const probe = (minutesAgo: number, healthy: boolean, statusCode: number | null = null) => ({
  checkedAt: new Date(NOW_MS - minutesAgo * 60_000).toISOString(),
  healthy,
  statusCode: healthy ? 200 : statusCode,
  latencyMs: 10,
});

describe('checks that failed one after the other', () => {
  it('are one outage, which ends with the first check that succeeds again', () => {
    const outages = outagesOf([
      probe(5, true),
      probe(10, false, 503),
      probe(15, false),
      probe(20, false),
      probe(25, true),
      probe(1_500, false, 500),
      probe(1_505, true),
    ]);
    expect(outages.map(({ checks, statusCode }) => [checks, statusCode])).toEqual([
      [3, 503],
      [1, 500],
    ]);
    expect(timeDown(outages.slice(0, 1))).toBe('15 min');
    expect(outages.map((outage) => outageTimes(outage, NOW_MS))).toEqual([
      '08:40–08:55\u00A0UTC',
      '27 Nov, 08:00 – 28 Nov, 08:35\u00A0UTC',
    ]);
  });

  it('are still an outage while no check has succeeded since', () => {
    const [now] = outagesOf([probe(0, false), probe(5, false), probe(10, true)]);
    expect(now).toMatchObject({ toMs: undefined, checks: 2 });
    expect(now && outageTimes(now, NOW_MS)).toBe('since 08:55\u00A0UTC');
    expect(outagesOf([probe(0, true)])).toEqual([]);
    expect(outagesOf([])).toEqual([]);
  });
});

it('an outage of the last day is whole, whenever it began', () => {
  const before = [probe(26 * 60, false), probe(27 * 60, false), probe(28 * 60, true)];
  const [now, ...others] = recentOutages([probe(0, false), probe(60, false), ...before]);
  expect(now).toMatchObject({ fromMs: NOW_MS - 27 * 3_600_000, toMs: undefined });
  expect(others).toEqual([]);
  // One that was over before is not of it.
  expect(recentOutages([probe(0, true), probe(25 * 60, true), ...before])).toEqual([]);
});

it('the last day ends with the newest check', () => {
  const history = [probe(60, true), probe(24 * 60 + 59, false), probe(24 * 60 + 60, false)];
  expect(lastDayOf(history)).toEqual(history.slice(0, 2));
  expect(lastDayOf([])).toEqual([]);
});
