import { describe, expect, it } from 'vitest';
import {
  checksText,
  figuresOf,
  gapText,
  healthBars,
  legendOf,
} from '../../../src/pages/listing/health.ts';

const NOW_MS = Date.parse('2026-11-26T13:30:00Z');
const MINUTE_MS = 60_000;
const probe = (minutesAgo: number, healthy: boolean, latencyMs: number) => ({
  checkedAt: new Date(NOW_MS - minutesAgo * MINUTE_MS).toISOString(),
  healthy,
  statusCode: healthy ? 200 : null,
  latencyMs,
});
const HISTORY = [
  probe(1, true, 10),
  probe(2, false, 900),
  probe(3, true, 20),
  probe(200, true, 30),
];

describe('the health checks of 7 days', () => {
  it('are bars of two hours, oldest first', () => {
    const bars = healthBars(HISTORY, NOW_MS);
    expect(bars).toHaveLength(84);
    expect(bars.at(-1)).toMatchObject({ state: 'mixed', latencyMs: 20 });
    expect(bars.at(-1)?.title).toContain('2 of 3 checks succeeded');
    expect(bars.at(-2)).toMatchObject({ state: 'healthy', latencyMs: 30 });
    expect(bars[0]).toMatchObject({ state: 'none', latencyMs: undefined });
  });

  it('have a legend unless all are green', () => {
    expect(legendOf(healthBars(HISTORY, NOW_MS))).toBe(
      'Green: every check succeeded, orange: some failed, grey: no check.',
    );
    expect(legendOf(healthBars([probe(1, false, 10)], NOW_MS))).toBe(
      'Red: all failed, grey: no check.',
    );
    expect(legendOf(healthBars([probe(1, true, 10)], NOW_MS).slice(-1))).toBe('');
  });

  it('include one that is later than the clock of this browser', () => {
    expect(healthBars([probe(-1, true, 10)], NOW_MS).at(-1)?.state).toBe('healthy');
  });

  it('are said in a sentence', () => {
    expect(checksText(HISTORY)).toBe('3 of 4 checks of the last 7 days succeeded.');
    expect(checksText(HISTORY.slice(0, 1))).toBe('The only check of the last 7 days succeeded.');
    expect(checksText([])).toBe('No checks in the last 7 days.');
  });

  it('are figures that say what they count; uptime is a share of the checks that were made', () => {
    const daysAgo = 3 * 24 * 60;
    const figures = figuresOf([...HISTORY, probe(daysAgo, true, 20)], NOW_MS);
    expect(figures.map(({ name, value, note }) => [name, value, note])).toEqual([
      ['Uptime, 24 hours', '75%', '3 of 4 checks'],
      ['Uptime, 7 days', '80%', '4 of 5 checks'],
      ['Median check time', '20 ms', undefined],
      ['Slowest check', '900 ms', '2 min ago'],
    ]);
  });

  it('say how long there was none, and that it counts neither way', () => {
    expect(gapText(HISTORY)).toMatch(
      /^The longest time without a check was 3 h: 26 Nov, 10:10\s?–\s?13:27\sUTC\. .*neither as up nor as down\.$/,
    );
    expect(gapText([...HISTORY, probe(600, true, 20)])).toContain('was 6 h: 26 Nov, 03:30');
    // One that is longer than a day has both days.
    const long = gapText([...HISTORY, probe(3_200, true, 20)]);
    expect(long).toMatch(/was 2 days: 24 Nov, 08:10\s?–\s?26 Nov, 10:10\sUTC\./);
    expect(gapText(HISTORY.slice(0, 3))).toBe('');
    expect(gapText([])).toBe('');
  });
});
