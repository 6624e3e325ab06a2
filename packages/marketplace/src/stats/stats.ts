// Statistics and usage: every settled order counts exactly once, in rows per account, listing, hour and
// day, from which everything is answered. Needs orders (the log of settled ones).

import type { FailureKind, ListingStatsQuery, StatsQuery, UsageQuery } from '@mkt/protocol';
import type { StatsPeriod, StatsSide } from '../database/tables.ts';
import { readInstant } from '../http/request-head.ts';
import { type Caller, keyFilterOf, type Reader } from '../market/caller.ts';
import { DAY_MS, HOUR_MS } from '../market/limits.ts';
import { Refusal } from '../market/refusal.ts';
import type { App } from '../server/context.ts';

/**
 * Orders by the bucket of their duration (`durationBucket`): their numbers in the buckets from `first` on.
 * An array, which is added up five times as fast as an object.
 */
export interface Durations {
  first: number;
  counts: number[];
}

/** Counts of settled orders. */
export interface StatsCounts {
  completed: number;
  /** Failed orders by kind; kinds without one are absent. */
  failures: Partial<Record<FailureKind, number>>;
  /** The failures in which the service refused the input (`REFUSED_INPUT_STATUSES`). */
  refused: number;
  /**
   * What completed orders cost, in micro-units by currency. As text, because the sum of many large
   * prices is no safe integer.
   */
  amounts: Record<string, string>;
  /** The durations of completed orders. */
  durations: Durations;
  /** Completed orders by whether the result matches the output schema. */
  valid: number;
  invalid: number;
  unchecked: number;
}

/**
 * How calls of a listing on a day count towards its quality, each account with a few of them. Fractions
 * of calls are whole millionths, so that a sum does not depend on the order of its terms.
 */
export interface QualityCounts {
  calls: number;
  /** In millionths. */
  completed: number;
  refused: number;
  /** As `StatsCounts.durations`, in millionths. */
  durations: Durations;
}

const noDurations = (): Durations => ({ first: 0, counts: [] });

export const noCounts = (): StatsCounts => ({
  completed: 0,
  failures: {},
  refused: 0,
  amounts: {},
  durations: noDurations(),
  valid: 0,
  invalid: 0,
  unchecked: 0,
});

/** Each bucket of durations is a tenth wider than the one before. */
const GROWTH = 1.1;

/** Bucket 0 has everything up to 1 ms, bucket n what is over 1.1ⁿ⁻¹ and at most 1.1ⁿ ms. */
export const durationBucket = (ms: number): number =>
  ms <= 1 ? 0 : Math.ceil(Math.log(ms) / Math.log(GROWTH));

/** The middle of a bucket in whole milliseconds: at most 5 % from every duration in it. */
const middleOf = (bucket: number): number =>
  bucket === 0 ? 1 : Math.round(GROWTH ** (bucket - 0.5));

/** The duration that a share of the completed orders did not exceed; null without one. */
export function percentileMs(
  { durations: { first, counts } }: Pick<StatsCounts, 'durations'>,
  share: number,
): number | null {
  let total = 0;
  for (const count of counts) total += count;
  if (total === 0) return null;
  let passed = 0;
  const at = counts.findIndex((count) => {
    passed += count;
    return count > 0 && passed >= total * share;
  });
  return middleOf(first + at);
}

export function addTo(counts: Record<string, number>, name: string, count: number): void {
  counts[name] = (counts[name] ?? 0) + count;
}

/** Adds `more` to `durations`, or with `sign` -1 takes it away. */
export function addDurations(durations: Durations, more: Durations, sign: 1 | -1 = 1): void {
  const { counts } = durations;
  if (more.counts.length === 0) return;
  if (counts.length === 0) durations.first = more.first;
  for (; durations.first > more.first; durations.first--) counts.unshift(0);
  const start = more.first - durations.first;
  while (counts.length < start + more.counts.length) counts.push(0);
  for (const [at, count] of more.counts.entries()) {
    counts[start + at] = (counts[start + at] ?? 0) + sign * count;
  }
}

export function addAmount(amounts: Record<string, string>, currency: string, micros: bigint): void {
  if (micros > 0n) amounts[currency] = String(BigInt(amounts[currency] ?? 0) + micros);
}

/** Adds `more` to `counts`. */
export function addCounts(counts: StatsCounts, more: StatsCounts): void {
  counts.completed += more.completed;
  for (const [kind, count] of Object.entries(more.failures)) addTo(counts.failures, kind, count);
  counts.refused += more.refused;
  for (const [currency, micros] of Object.entries(more.amounts)) {
    addAmount(counts.amounts, currency, BigInt(micros));
  }
  addDurations(counts.durations, more.durations);
  counts.valid += more.valid;
  counts.invalid += more.invalid;
  counts.unchecked += more.unchecked;
}

export const noQualityCounts = (): QualityCounts => ({
  calls: 0,
  completed: 0,
  refused: 0,
  durations: noDurations(),
});

/** Adds `more` to `counts`, or with `sign` -1 takes it away. */
export function addQuality(counts: QualityCounts, more: QualityCounts, sign: 1 | -1 = 1): void {
  counts.calls += sign * more.calls;
  counts.completed += sign * more.completed;
  counts.refused += sign * more.refused;
  addDurations(counts.durations, more.durations, sign);
}

type Stored<Counts> = Partial<Omit<Counts, 'durations'>> & { durations?: number[] };

/** Most counts of most rows are empty, and take no space. */
export function toJson({ durations, ...counts }: StatsCounts | QualityCounts): string {
  const stored: Record<string, unknown> = {};
  const { first, counts: numbers } = durations;
  if (numbers.length > 0) stored['durations'] = [first, ...numbers];
  for (const name in counts) {
    const value = counts[name as keyof typeof counts];
    if (value !== 0 && (typeof value === 'number' || !isEmpty(value))) stored[name] = value;
  }
  return JSON.stringify(stored);
}

function isEmpty(value: object): boolean {
  for (const _ in value) return false;
  return true;
}

function durationsOf([first = 0, ...counts]: readonly number[] = []): Durations {
  return { first, counts };
}

export function readCounts(json: string): StatsCounts {
  const { durations, ...counts } = JSON.parse(json) as Stored<StatsCounts>;
  return { ...noCounts(), ...counts, durations: durationsOf(durations) };
}

export function readQualityCounts(json: string): QualityCounts {
  const { durations, ...counts } = JSON.parse(json) as Stored<QualityCounts>;
  return { ...noQualityCounts(), ...counts, durations: durationsOf(durations) };
}

export const PERIOD_MS: Readonly<Record<StatsPeriod, number>> = { hour: HOUR_MS, day: DAY_MS };

/** For how long the counts of an hour and of a day are kept, and the longest range of a request. */
export const KEPT_PERIODS: Readonly<Record<StatsPeriod, number>> = { hour: 31 * 24, day: 731 };
/** The same in words. */
const KEPT_TEXT: Readonly<Record<StatsPeriod, string>> = { hour: '31 days', day: '2 years' };

/** How many hours or days a request without `from` gets. */
const DEFAULT_PERIODS: Readonly<Record<StatsPeriod, number>> = { hour: 24, day: 30 };

/** Identifies counts of one account in an hour or a day of UTC. */
export interface StatsKey {
  side: StatsSide;
  accountId: string;
  /** The id of a listing, or null for all; for `keys` that of a key, or null for sessions. */
  part: string | null;
  period: StatsPeriod;
  startMs: number;
}

export interface CountedRow extends StatsKey {
  counts: StatsCounts;
}

export interface StatsRange extends Pick<StatsKey, 'accountId' | 'period'> {
  side: 'orders' | 'sales';
  /** Id or slug; undefined for all listings. */
  listingRef?: string | undefined;
  /** What was bought with this key, null for sessions; undefined for all. Not with a listing. */
  keyId?: string | null | undefined;
  /** Inclusive. */
  fromMs: number;
  /** Exclusive. */
  toMs: number;
}

/** What an account bought with one key, or bought or sold of one listing. */
export interface UsageOfPart {
  /** The id of the key, null for sessions; or that of the listing. */
  id: string | null;
  /** null if the key or the listing no longer exists. */
  name: string | null;
  /** Only for a listing. */
  slug: string | null;
  /** Without durations and validity. */
  counts: StatsCounts;
}

/** Which parts of an account are counted, and when. */
export type PartsRange = Pick<StatsKey, 'side' | 'accountId' | 'period'> &
  Pick<StatsRange, 'fromMs' | 'toMs'>;

/** The start of the hour or day that a time is in. */
export const startOf = (ms: number, period: StatsPeriod): number =>
  Math.floor(ms / PERIOD_MS[period]) * PERIOD_MS[period];

/** The hours or days of a range, by their start; the range begins with one. */
export function startsIn(period: StatsPeriod, fromMs: number, toMs: number): number[] {
  const starts: number[] = [];
  for (let startMs = fromMs; startMs < toMs; startMs += PERIOD_MS[period]) starts.push(startMs);
  return starts;
}

/** Text that is the same for the same key. */
export const nameOfKey = ({ side, accountId, part, period, startMs }: StatsKey): string =>
  [side, accountId, part ?? '', period, startMs].join(' ');

interface Range {
  period: StatsPeriod;
  fromMs: number;
  toMs: number;
}

/** Statistics of a range of whole hours or days. */
export interface Stats extends Range {
  totals: StatsCounts;
  /** Every hour or day of the range, oldest first. */
  data: { startMs: number; counts: StatsCounts }[];
}

function invalidRange(name: 'from' | 'to', message: string): Refusal {
  return new Refusal('invalid_request', `${name} ${message}.`, {
    details: [{ path: `/${name}`, message, keyword: 'range' }],
  });
}

/** The range of a request, extended to whole hours or days of UTC. */
function rangeOf({ by: period = 'hour', from, to }: StatsQuery, nowMs: number): Range {
  const periodMs = PERIOD_MS[period];
  const keptMs = KEPT_PERIODS[period] * periodMs;
  const endMs = startOf(nowMs, period) + periodMs;
  const endOf = (ms: number) => startOf(ms + periodMs - 1, period);
  const toMs = to === undefined ? endMs : endOf(readInstant(to, 'to'));
  const fromMs =
    from === undefined
      ? toMs - DEFAULT_PERIODS[period] * periodMs
      : startOf(readInstant(from, 'from'), period);
  const kept = KEPT_TEXT[period];
  if (toMs > endMs + keptMs) throw invalidRange('to', `must be at most ${kept} from now`);
  if (fromMs >= toMs) throw invalidRange('from', 'must be before `to`');
  if (fromMs < endMs - periodMs - keptMs) {
    const more = period === 'hour' ? '; with by=day you can go back further' : '';
    throw invalidRange('from', `must be at most ${kept} ago${more}`);
  }
  if (toMs - fromMs > keptMs + periodMs) {
    throw invalidRange('from', `must be at most ${kept} before \`to\``);
  }
  return { period, fromMs, toMs };
}

/** What the caller bought in a range of days. */
export interface Usage extends Range {
  totals: StatsCounts;
  /** By day, oldest first, days without an order included; or by key or listing. */
  rows: { by: 'day'; data: Stats['data'] } | { by: 'key' | 'listing'; data: UsageOfPart[] };
}

/** Counts are kept by day for each key and for each listing, not for both at once. */
function refuseFilter(query: UsageQuery, name: 'keyId' | 'listingId', message: string): void {
  if (query[name] === undefined) return;
  throw new Refusal('invalid_request', `${name} ${message}.`, {
    details: [{ path: `/${name}`, message, keyword: 'filter' }],
  });
}

/** What the caller bought, by key, listing or day. */
export async function readUsage(
  app: App,
  caller: Caller,
  query: UsageQuery,
  reader: Reader,
): Promise<Usage> {
  const { by = 'day', ...ends } = query;
  if (by !== 'day') {
    refuseFilter(query, 'keyId', 'needs by=day');
    refuseFilter(query, 'listingId', 'needs by=day');
  } else if (ends.keyId !== undefined) {
    refuseFilter(query, 'listingId', 'cannot be combined with keyId');
  }
  const read = await readStats(app, 'orders', caller, { ...ends, by: 'day' }, reader);
  const { data: days, ...range } = read;
  if (by === 'day') return { ...range, rows: { by, data: days } };
  const side = by === 'key' ? 'keys' : 'orders';
  const { accountId } = caller;
  const data = await app.store.stats.byPart({ ...range, side, accountId }, reader);
  return { ...range, rows: { by, data } };
}

/** What the caller's listings sold in a range. */
export interface ListingStats extends Range {
  data: UsageOfPart[];
}

/** What the caller's listings sold, by listing. */
export async function readListingStats(
  { store: { stats }, clock }: App,
  { accountId }: Caller,
  query: ListingStatsQuery,
  reader: Reader,
): Promise<ListingStats> {
  const range = rangeOf(query, clock.now());
  const data = await stats.byPart({ ...range, side: 'sales', accountId }, reader);
  return { ...range, data };
}

/** What the caller bought or sold, by the hour or day in which the orders settled. */
export async function readStats(
  { store: { stats }, clock }: App,
  side: StatsRange['side'],
  caller: Caller,
  query: StatsQuery & Pick<UsageQuery, 'keyId'>,
  reader: Reader,
): Promise<Stats> {
  const range = rangeOf(query, clock.now());
  const { accountId } = caller;
  const counted = await stats.read(
    { ...range, side, accountId, listingRef: query.listingId, keyId: keyFilterOf(query) },
    reader,
  );
  const byStart = new Map(counted.map(({ startMs, counts }) => [startMs, counts]));
  const totals = noCounts();
  const data: Stats['data'] = [];
  for (const startMs of startsIn(range.period, range.fromMs, range.toMs)) {
    const counts = byStart.get(startMs) ?? noCounts();
    addCounts(totals, counts);
    data.push({ startMs, counts });
  }
  return { ...range, totals, data };
}
