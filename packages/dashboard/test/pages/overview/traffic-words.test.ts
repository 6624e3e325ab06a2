import type { SalesStats } from '@mkt/client';
import { describe, expect, it } from 'vitest';
import { changeInWords, growthInWords, shareInWords } from '../../../src/data/range-words.ts';
import { callsInWords, latencyInWords } from '../../../src/pages/overview/traffic-words.ts';

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
    expect(callsInWords(STATS)).toBe(
      'Calls per hour: 1,110 in all, 90 failed. Highest 870 at 19:00. Failures peak at 84 at 19:00.',
    );
    expect(latencyInWords(STATS)).toBe(
      'Latency per hour: p50 between 144 ms and 214 ms, p95 between 330 ms and 780 ms.',
    );
  });
});

describe('a figure', () => {
  it('is compared with the time before', () => {
    expect(growthInWords(106, 100, '24h')).toBe('+6 % on the day before');
    expect(growthInWords(5, 0, '7d')).toBe('none the 7 days before');
    expect(changeInWords(-0.94, 'points', '24h')).toBe('−0.9 points on the day before');
    expect(changeInWords(null, 'ms', '24h')).toBe('');
  });

  it('is shown as a share', () => {
    expect(shareInWords(978, 1_000)).toBe('97.8 %');
    expect(shareInWords(0, 0)).toBe('–');
  });
});
