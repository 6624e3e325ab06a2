import { type FailureKind, LIMITS } from '@mkt/protocol';
import { SLOTS, UNKNOWN_STEP } from '../database/day-slots.ts';
import { phaseOf } from '../listings/health.ts';
import { HOUR_MS } from '../market/limits.ts';
import type { App } from '../server/context.ts';
import {
  addQuality,
  type Durations,
  noQualityCounts,
  percentileMs,
  PERIOD_MS,
  type QualityCounts,
  startOf,
  type StatsCounts,
} from '../stats/stats.ts';

/** A rate below one of the poor bounds is step 0 or 1; each good bound that is reached is a step up. */
const POOR = [0.5, 0.7];
const GOOD = [0.8, 0.9, 0.95, 0.98, 0.99, 0.995];
export const STEPS = POOR.length + 1 + GOOD.length + 1;

/** z of the lower end of a 95 % interval. */
const Z = 1.96;

/**
 * The lower bound of the success rate at 95 % confidence: with few calls, a high rate may have been luck.
 */
function certainRate({ successRate: rate, calls }: Quality): number {
  const z2 = Z * Z;
  const middle = rate + z2 / (2 * calls);
  const spread = Z * Math.sqrt((rate * (1 - rate)) / calls + z2 / (4 * calls * calls));
  return (middle - spread) / (1 + z2 / calls);
}

/** The rank of a listing among those that match equally well, 0 to 9. */
export function stepOf(quality: Quality | null): number {
  if (!quality) return UNKNOWN_STEP;
  const rate = certainRate(quality);
  const poor = POOR.findIndex((bound) => rate < bound);
  return poor === -1 ? UNKNOWN_STEP + 1 + GOOD.filter((bound) => rate >= bound).length : poor;
}

/**
 * The calls by which listings are sorted: only the first two digits count, so that the number rarely
 * changes.
 */
export function callsInOrder(calls: number): number {
  const unit = 10 ** Math.max(0, String(calls).length - 2);
  return Math.floor(calls / unit) * unit;
}

export const dayOf = (ms: number): number => Math.floor(ms / PERIOD_MS.day);
export const slotOf = (day: number): number => day % SLOTS;

/** How calls of other accounts ended on the last days (docs/buy/catalogue.md#quality). */
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

const MOST = LIMITS.qualityCallsPerBuyer;

function callsOf(counts: StatsCounts): number {
  let calls = counts.completed - counts.refused;
  for (const [kind, count] of Object.entries(counts.failures)) {
    if (!NOT_COUNTED.has(kind as FailureKind)) calls += count;
  }
  return calls;
}

const weighed = ({ first, counts }: Durations, weigh: (count: number) => number): Durations => ({
  first,
  counts: counts.map(weigh),
});

/** What the orders would count if each counted in full. */
export function inFull(counts: StatsCounts): QualityCounts {
  const weigh = (count: number) => count * WHOLE;
  return {
    calls: callsOf(counts),
    completed: weigh(counts.completed),
    refused: counts.refused,
    durations: weighed(counts.durations, weigh),
  };
}

/** How much the orders of one account on a day count. */
function shareOf(counts: StatsCounts, isCustomer: boolean): QualityCounts {
  if (!isCustomer) return noQualityCounts();
  const calls = callsOf(counts);
  const counted = Math.min(calls, MOST);
  const weigh = (count: number) => Math.floor((count * counted * WHOLE) / Math.max(1, calls));
  return {
    calls: counted,
    completed: weigh(counts.completed),
    refused: Math.min(counts.refused, MOST),
    durations: weighed(counts.durations, weigh),
  };
}

/** One account's orders of one listing, by the start of the day. */
type CountsByDay = ReadonlyMap<number, StatsCounts>;

/** How long an account is a customer after a day on which it got a result. */
const CUSTOMER_DAYS = LIMITS.qualityDays - 1;

function isCustomerOn(days: CountsByDay, dayMs: number): boolean {
  for (let back = 0; back <= CUSTOMER_DAYS; back++) {
    if ((days.get(dayMs - back * PERIOD_MS.day)?.completed ?? 0) > 0) return true;
  }
  return false;
}

/**
 * The other days whose counts `changeOfExcess` needs: whether an account is a customer on a day depends
 * on the days before. `todayMs` is the start of the current day.
 */
export function daysThatMatter(
  dayMs: number,
  { before, after }: { before: StatsCounts | undefined; after: StatsCounts },
  todayMs: number,
): number[] {
  const isFirstResult = after.completed > 0 && !before?.completed;
  const decidesItself = after.completed > 0 && before?.completed !== 0;
  if (decidesItself && (!isFirstResult || dayMs >= todayMs)) return [];
  const nearby = Array.from({ length: CUSTOMER_DAYS }, (_, at) => (at + 1) * PERIOD_MS.day);
  // Later days matter only for orders that settle around midnight and are counted after the next day's.
  const later = isFirstResult
    ? nearby.map((ms) => dayMs + ms).filter((startMs) => startMs <= todayMs)
    : [];
  const earlier = decidesItself && later.length === 0 ? [] : nearby.map((ms) => dayMs - ms);
  return [...earlier, ...later];
}

/**
 * The change, for each day, in the part of one account's orders that does not count: the difference to
 * `inFull`, which is nothing for most accounts. Failures count only for an account that got a result on
 * the day or on the six days before, because failed calls cost nothing: otherwise anyone could ruin a
 * listing with calls that are meant to fail. An account's purchases from itself (`isOwn`) do not count.
 */
export function changeOfExcess(
  before: CountsByDay,
  after: CountsByDay,
  isOwn: boolean,
): Map<number, QualityCounts> {
  const changes = new Map<number, QualityCounts>();
  for (const dayMs of after.keys()) {
    const change = noQualityCounts();
    const add = (days: CountsByDay, sign: 1 | -1) => {
      const counts = days.get(dayMs);
      if (!counts) return;
      addQuality(change, inFull(counts), sign);
      if (!isOwn)
        addQuality(change, shareOf(counts, isCustomerOn(days, dayMs)), sign === 1 ? -1 : 1);
    };
    add(after, 1);
    add(before, -1);
    const { calls, completed, refused, durations } = change;
    if ([calls, completed, refused, ...durations.counts].some((count) => count !== 0)) {
      changes.set(dayMs, change);
    }
  }
  return changes;
}

/** Whether all orders of an account on a day count, and did before, whatever is on other days. */
export const countsInFull = (
  dayMs: number,
  counts: { before: StatsCounts | undefined; after: StatsCounts },
  todayMs: number,
): boolean =>
  counts.after.completed > 0 &&
  counts.after.refused <= MOST &&
  callsOf(counts.after) <= MOST &&
  daysThatMatter(dayMs, counts, todayMs).length === 0;

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
 * When the quality of a listing changes without another call, because a day has ended. Spread over an
 * hour, so that a large catalogue is not rated at once.
 */
export const nextRatingMs = (listingId: string, nowMs: number): number =>
  startOf(nowMs, 'day') + PERIOD_MS.day + (phaseOf(listingId) % HOUR_MS);

/** On SQLite this many take about 2 ms, in which no order is handled. */
const AT_ONCE = 20;

/** Updates the quality of the listings that are due (docs/buy/catalogue.md#quality). */
export async function rateListings({ store: { stats }, ending: signal }: App): Promise<void> {
  let more = true;
  while (more && !signal.aborted) more = (await stats.rate(AT_ONCE)) === AT_ONCE;
}
