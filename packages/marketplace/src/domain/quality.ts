import { LIMITS, type FailureKind } from '@mkt/protocol';
import { HOUR_MS } from './limits.ts';
import { phaseOf } from './health.ts';
import { percentileMs, PERIOD_MS, startOf, subtractCounts, type StatsCounts } from './stats.ts';

/** How calls of other accounts ended on the last days (docs/listings.md#quality). */
export interface Quality {
  /** Completed calls as a share of all that count, 0 to 1. */
  successRate: number;
  p50Ms: number | null;
  p95Ms: number | null;
  calls: number;
}

/** Failures that say nothing about the service: it may not even have been called. */
const NOT_COUNTED: ReadonlySet<FailureKind> = new Set([
  'interrupted',
  'expired',
  'cancelled',
  'listing_unavailable',
]);

/** The quality of a listing from what it sold, and what of that its own account bought. */
export function qualityOf(sold: StatsCounts, ownPurchases: StatsCounts): Quality | null {
  const counts = subtractCounts(sold, ownPurchases);
  let calls = counts.completed;
  for (const [kind, count] of Object.entries(counts.failures)) {
    if (!NOT_COUNTED.has(kind as FailureKind)) calls += count;
  }
  if (calls < LIMITS.qualityCalls) return null;
  return {
    successRate: counts.completed / calls,
    p50Ms: percentileMs(counts, 0.5),
    p95Ms: percentileMs(counts, 0.95),
    calls,
  };
}

/**
 * When the quality of a listing changes without another call, because a day is over. Spread over an
 * hour, so that a large catalogue is not rated at once.
 */
export const nextRatingMs = (listingId: string, nowMs: number): number =>
  startOf(nowMs, 'day') + PERIOD_MS.day + (phaseOf(listingId) % HOUR_MS);
