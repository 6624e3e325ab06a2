import type { SalesStats } from '@mkt/client';
import { describe, expect, it } from 'vitest';
import { callsInWords, durationInWords, placeInWords } from '../../src/orders/traffic-words.ts';

const STATS = {
  by: 'hour',
  totals: { calls: 1_110, failed: 90 },
  data: [
    { start: '2026-11-22T14:00:00.000Z', calls: 240, failed: 6, p50Ms: 144, p95Ms: 330 },
    { start: '2026-11-22T19:00:00.000Z', calls: 870, failed: 84, p50Ms: 214, p95Ms: 780 },
    { start: '2026-11-22T20:00:00.000Z', calls: 0, failed: 0, p50Ms: null, p95Ms: null },
  ],
} as unknown as SalesStats;

describe('what a chart shows', () => {
  it('is described with its numbers', () => {
    expect(callsInWords(STATS, undefined, '24h')).toBe(
      'Calls per hour: 1,110 in all, 90 failed. Highest 870 at 19:00. Failures peak at 84 at 19:00.',
    );
    const before = { ...STATS, data: STATS.data.map((at) => ({ ...at, calls: 500 })) };
    expect(callsInWords(STATS, before, '24h')).toContain(
      ' 1,110 calls in the last 24 hours; without this hour, 11% more than a day earlier.',
    );
    expect(durationInWords(STATS)).toBe(
      'Duration per hour: median between 144 ms and 214 ms, p95 between 330 ms and 780 ms.',
    );
  });
});

describe('a place of a chart', () => {
  it('is an hour or a day of UTC', () => {
    expect(placeInWords('2026-11-22T23:00:00Z', 'hour')).toBe('22 Nov, 23:00 to 00:00 UTC');
    expect(placeInWords('2026-11-22T00:00:00Z', 'day')).toBe('Sun 22 Nov, UTC');
  });
});
