import { describe, expect, it } from 'vitest';
import {
  downInWords,
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
      'today, 08:40–08:55\u00A0UTC',
      '27 Nov, 08:00 – today, 08:35\u00A0UTC',
    ]);
  });

  it('are still an outage while no check has succeeded since', () => {
    const [now] = outagesOf([probe(0, false), probe(5, false), probe(10, true)]);
    expect(now).toMatchObject({ toMs: undefined, checks: 2 });
    expect(now && outageTimes(now, NOW_MS)).toBe('since today, 08:55\u00A0UTC');
    expect(outagesOf([probe(0, true)])).toEqual([]);
    expect(outagesOf([])).toEqual([]);
  });
});

describe('every page says the same of an outage', () => {
  const outage = (from: string, to?: string) => ({
    fromMs: Date.parse(`${from}Z`),
    toMs: to === undefined ? undefined : Date.parse(`${to}Z`),
    checks: 1,
    statusCode: null,
  });
  const saidOf = (...outages: ReturnType<typeof outage>[]) =>
    downInWords(outages, NOW_MS).replace('\u00A0', ' ');

  it('for how long, in the minutes between the times that are shown, and in which period', () => {
    // Not 26: 08:32–08:59 is read as 27.
    const morning = outage('2026-11-28T08:32:55', '2026-11-28T08:59:05');
    expect(outageTimes(morning, NOW_MS)).toBe('today, 08:32–08:59\u00A0UTC');
    expect(saidOf(morning)).toBe('27 min down today');
    const night = outage('2026-11-27T23:50:00', '2026-11-28T00:35:00');
    expect(saidOf(morning, night)).toBe('1 h 12 min down in 24 hours');
    expect(saidOf(outage('2026-11-27T08:00:00', '2026-11-27T14:00:00'))).toBe('6 h down in 2 days');
    expect(saidOf(outage('2026-11-25T08:00:00', '2026-11-27T11:30:00'))).toBe(
      '2 days 3 h down in 4 days',
    );
    expect(saidOf(outage('2026-11-28T08:32:01', '2026-11-28T08:32:06'))).toBe(
      'under 1 min down today',
    );
  });

  it('since when, while it lasts; nothing where there was none', () => {
    expect(saidOf(outage('2026-11-28T08:32:00'))).toBe('down since today, 08:32 UTC');
    expect(saidOf()).toBe('');
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
