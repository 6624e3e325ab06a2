import { LIMITS, type FailureKind } from '@mkt/protocol';
import { HOUR_MS } from '../market/limits.ts';
import { phaseOf } from '../listings/health-domain-health.ts';
import { percentileMs, PERIOD_MS, startOf, type QualityCounts, type StatsCounts } from '../stats/stats.ts';

/** How calls of other accounts ended on the last days (docs/listings.md#quality). */
export interface Quality {
  /** Completed calls as a share of all that count, 0 to 1. */
  successRate: number;
  p50Ms: number | null;
  p95Ms: number | null;
  calls: number;
  /** Inputs that the service refused, which are not among the calls. */
  refused: number;
}

/** Failures that say nothing about the service: it may not even have been called. */
const NOT_COUNTED: ReadonlySet<FailureKind> = new Set([
  'interrupted',
  'expired',
  'cancelled',
  'listing_unavailable',
]);

/**
 * A service returns these for an input that it cannot use although it fits the schema: there is no such
 * city, or the text is too long. Other statuses below 500 are about the service or how it is called,
 * such as a signature that it does not accept (401) or a limit of its own supplier (429).
 */
export const REFUSED_INPUT_STATUSES: readonly number[] = [400, 404, 409, 410, 413, 414, 422];

const WHOLE = 1_000_000;

export const noQualityCounts = (): QualityCounts => ({
  calls: 0,
  completed: 0,
  refused: 0,
  durations: [],
});

/** Adds `more` to `counts`, or with `sign` -1 takes it away. */
export function addQuality(counts: QualityCounts, more: QualityCounts, sign: 1 | -1 = 1): void {
  counts.calls += sign * more.calls;
  counts.completed += sign * more.completed;
  counts.refused += sign * more.refused;
  while (counts.durations.length < more.durations.length) counts.durations.push(0);
  for (const [bucket, count] of more.durations.entries()) {
    counts.durations[bucket] = (counts.durations[bucket] ?? 0) + sign * count;
  }
}

/** How much the orders of one account on a day count. */
function shareOf(counts: StatsCounts, isCustomer: boolean): QualityCounts {
  if (!isCustomer) return noQualityCounts();
  let calls = counts.completed - counts.refused;
  for (const [kind, count] of Object.entries(counts.failures)) {
    if (!NOT_COUNTED.has(kind as FailureKind)) calls += count;
  }
  const most = LIMITS.qualityCallsPerBuyer;
  const counted = Math.min(calls, most);
  const weigh = (count: number) => Math.floor((count * counted * WHOLE) / Math.max(1, calls));
  return {
    calls: counted,
    completed: weigh(counts.completed),
    refused: Math.min(counts.refused, most),
    durations: counts.durations.map(weigh),
  };
}

/** One account's orders of one listing, by the start of the day. */
export type CountsByDay = ReadonlyMap<number, StatsCounts>;

/** How long an account is a customer after a day on which it got a result. */
const CUSTOMER_DAYS = LIMITS.qualityDays - 1;

function isCustomerOn(days: CountsByDay, dayMs: number): boolean {
  for (let back = 0; back <= CUSTOMER_DAYS; back++) {
    if ((days.get(dayMs - back * PERIOD_MS.day)?.completed ?? 0) > 0) return true;
  }
  return false;
}

/**
 * The other days whose counts `changeOfShares` needs: whether an account is a customer on a day depends
 * on the days before. `todayMs` is the start of the current day.
 */
export function daysThatMatter(
  dayMs: number,
  { before, after }: { before: StatsCounts | undefined; after: StatsCounts },
  todayMs: number,
): number[] {
  const nearby = Array.from({ length: CUSTOMER_DAYS }, (_, at) => (at + 1) * PERIOD_MS.day);
  const isFirstResult = after.completed > 0 && !before?.completed;
  // Later days matter only for orders that settle around midnight and are counted after the next day's.
  const later = isFirstResult
    ? nearby.map((ms) => dayMs + ms).filter((startMs) => startMs <= todayMs)
    : [];
  const decidesItself = after.completed > 0 && before?.completed !== 0;
  const earlier = decidesItself && later.length === 0 ? [] : nearby.map((ms) => dayMs - ms);
  return [...earlier, ...later];
}

/**
 * By how much the counts of each day change when those of one account do. Failures count only for an
 * account that got a result on the day or on the six days before, because failed calls cost nothing:
 * otherwise anyone could ruin a listing with calls that are meant to fail.
 */
export function changeOfShares(
  before: CountsByDay,
  after: CountsByDay,
): Map<number, QualityCounts> {
  const changes = new Map<number, QualityCounts>();
  for (const dayMs of after.keys()) {
    const change = noQualityCounts();
    const [then, now] = [before.get(dayMs), after.get(dayMs)];
    if (now) addQuality(change, shareOf(now, isCustomerOn(after, dayMs)));
    if (then) addQuality(change, shareOf(then, isCustomerOn(before, dayMs)), -1);
    const { calls, completed, refused, durations } = change;
    if ([calls, completed, refused, ...durations].some((count) => count !== 0)) {
      changes.set(dayMs, change);
    }
  }
  return changes;
}

/** The quality of a listing from the counts of the last days. */
export function qualityOf(counts: QualityCounts): Quality | null {
  const { calls, completed, refused } = counts;
  if (calls < LIMITS.qualityCalls) return null;
  return {
    successRate: completed / WHOLE / calls,
    p50Ms: percentileMs(counts, 0.5),
    p95Ms: percentileMs(counts, 0.95),
    calls,
    refused,
  };
}

/**
 * When the quality of a listing changes without another call, because a day is over. Spread over an
 * hour, so that a large catalogue is not rated at once.
 */
export const nextRatingMs = (listingId: string, nowMs: number): number =>
  startOf(nowMs, 'day') + PERIOD_MS.day + (phaseOf(listingId) % HOUR_MS);
