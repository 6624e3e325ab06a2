import { describe, expect, it } from 'vitest';
import {
  checksText,
  durationsText,
  gapText,
  healthBars,
  outagePlace,
} from '../../src/data/health.ts';

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
  it('are bars of two hours, oldest first; of six on a phone, and of one for a day', () => {
    const bars = healthBars(HISTORY, NOW_MS, 2, 7);
    expect(bars).toHaveLength(84);
    expect(healthBars(HISTORY, NOW_MS, 6, 7)).toHaveLength(28);
    expect(healthBars(HISTORY, NOW_MS, 1, 1)).toHaveLength(24);
    expect(bars.at(-1)).toMatchObject({ state: 'healthy', latencyMs: 20 });
    expect(bars.at(-1)?.title).toContain('2 of 3 checks succeeded');
    expect(bars.at(-2)).toMatchObject({ state: 'healthy', latencyMs: 30 });
    expect(bars[0]).toMatchObject({ state: 'none', latencyMs: undefined });
  });

  it('are as high as the share of their time that was checked', () => {
    const bars = healthBars(HISTORY, NOW_MS, 2, 7);
    // Of 90 minutes, in which 18 were due.
    expect(bars.at(-1)).toMatchObject({ checked: 3 / 18 });
    expect(bars.at(-1)?.title).toContain('18 were due');
    expect(bars.at(-2)).toMatchObject({ checked: 1 / 24 });
    const often = Array.from({ length: 40 }, (_none, index) => probe(index, true, 10));
    expect(healthBars(often, NOW_MS, 2, 7).at(-1)?.checked).toBe(1);
  });

  it('are green where any succeeded: an outage is drawn over them, where it was', () => {
    const failed = [probe(1, false, 10), probe(2, false, 10), probe(300, false, 10)];
    expect(healthBars(failed, NOW_MS, 2, 7).at(-1)?.state).toBe('unhealthy');
    const bars = healthBars(HISTORY, NOW_MS, 2, 7);
    const week = 7 * 24 * 60 * MINUTE_MS;
    const endMs = Date.parse('2026-11-26T14:00:00Z');
    const outage = { checks: 1, statusCode: null };
    const day = { ...outage, fromMs: endMs - week / 2, toMs: endMs - week / 4 };
    expect(outagePlace(day, bars)).toEqual({ from: 0.5, width: 0.25 });
    const open = { ...outage, fromMs: endMs - week / 4, toMs: undefined };
    expect(outagePlace(open, bars)).toEqual({ from: 0.75, width: 0.25 });
    const begunBefore = { ...outage, fromMs: endMs - 2 * week, toMs: endMs - week / 2 };
    expect(outagePlace(begunBefore, bars)).toEqual({ from: 0, width: 0.5 });
  });

  it('include one that is later than the clock of this browser', () => {
    expect(healthBars([probe(-1, true, 10)], NOW_MS, 2, 7).at(-1)?.state).toBe('healthy');
  });

  it('are said in a sentence', () => {
    expect(checksText(HISTORY)).toBe('3 of 4 checks of the last 7 days succeeded.');
    expect(checksText(HISTORY.slice(0, 1))).toBe('The only check of the last 7 days succeeded.');
    expect(checksText([])).toBe('No checks in the last 7 days.');
  });

  it('say how long they took, and when the slowest was', () => {
    expect(durationsText([...HISTORY, probe(4_320, true, 20)], NOW_MS)).toBe(
      'Half of them took at most 20 ms, the slowest 900 ms (2 min ago).',
    );
    expect(durationsText(HISTORY.slice(0, 1), NOW_MS)).toBe('');
    expect(durationsText([], NOW_MS)).toBe('');
  });

  it('say how long there was none, and that it counts neither way', () => {
    expect(gapText(HISTORY, NOW_MS)).toMatch(
      /neither as up nor as down\. The longest such time was 3 h: today, 10:10–13:27\sUTC\.$/,
    );
    expect(gapText([...HISTORY, probe(600, true, 20)], NOW_MS)).toContain('was 6 h: today, 03:30');
    // One that is longer than a day has both days.
    const long = gapText([...HISTORY, probe(3_200, true, 20)], NOW_MS);
    expect(long).toMatch(
      /was 2 days: 24 Nov, 08:10 – today, 10:10\sUTC; in all, such times lasted 2 days\.$/,
    );
    expect(gapText(HISTORY.slice(0, 3), NOW_MS)).toBe('');
    expect(gapText([], NOW_MS)).toBe('');
  });
});
