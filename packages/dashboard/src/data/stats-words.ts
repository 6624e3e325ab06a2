import type { StatsQuery } from '@mkt/client';
import type { Shown } from './order-filter.ts';

export const RANGES = ['24h', '7d', '30d'] as const;
/** The last 24 hours, or the last days of UTC, today included. */
export type StatsRange = (typeof RANGES)[number];

/** A page that stays open asks for the next range when an hour is over. */
export const RANGE_STEP_MS = 3_600_000;

const HOUR_MS = RANGE_STEP_MS;
const DAY_MS = 24 * HOUR_MS;

const STEPS: Readonly<Record<StatsRange, { count: number; by: 'hour' | 'day'; ms: number }>> = {
  '24h': { count: 24, by: 'hour', ms: HOUR_MS },
  '7d': { count: 7, by: 'day', ms: DAY_MS },
  '30d': { count: 30, by: 'day', ms: DAY_MS },
};

/** A range that ends with the current hour or day; with `before`, the range of the same length before that. */
export function statsQuery(range: StatsRange, nowMs: number, before = false): StatsQuery {
  const { count, by, ms } = STEPS[range];
  const endMs = (Math.floor(nowMs / ms) + 1) * ms - (before ? count * ms : 0);
  const iso = (atMs: number) => new Date(atMs).toISOString();
  return { by, from: iso(endMs - count * ms), to: iso(endMs) };
}

/** What the figures above a list cover: 30 days if the list has no limit. */
export const figuresRange = (period: Shown['period']): StatsRange =>
  period === 'any' ? '30d' : period;
