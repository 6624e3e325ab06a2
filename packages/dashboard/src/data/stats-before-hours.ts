import type { StatsQuery } from '@mkt/client';
import { RANGE_STEP_MS as HOUR_MS, type StatsRange, STEPS } from './stats-words.ts';

/** The hours of the last day of the range before, until the one that it is now: today has no more of its own. */
export function hoursBefore(range: StatsRange, nowMs: number): StatsQuery | undefined {
  const { count, by, ms } = STEPS[range];
  if (by === 'hour') return undefined;
  const fromMs = (Math.floor(nowMs / ms) - count) * ms;
  const hours = Math.max(1, Math.floor((nowMs % ms) / HOUR_MS));
  const iso = (atMs: number) => new Date(atMs).toISOString();
  return { by: 'hour', from: iso(fromMs), to: iso(fromMs + hours * HOUR_MS) };
}
