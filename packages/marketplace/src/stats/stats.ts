// Statistics and usage: every settled order counts exactly once, in rows per account, listing, hour and
// day, from which everything is answered. Needs orders (the log of settled ones).

import type { FailureKind, StatsQuery, UsageQuery } from '@mkt/protocol';
import type { StatsPeriod, StatsSide } from '../database/tables.ts';
import { readInstant } from '../http/request-head.ts';
import type { Caller, Reader } from '../market/caller.ts';
import { DAY_MS, HOUR_MS } from '../market/limits.ts';
import { pause } from '../market/outside.ts';
import { Refusal } from '../market/refusal.ts';
import type { SettledPosition } from '../orders/sql-log.ts';
import type { App } from '../server/context.ts';

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

/** Counts of settled orders. */
export interface StatsCounts {
  completed: number;
  /** Failed orders by kind; kinds without one are absent. */
  failures: Partial<Record<FailureKind, number>>;
  /** Those of the failures in which the service refused the input (`REFUSED_INPUT_STATUSES`). */
  refused: number;
  /**
   * What completed orders cost, in micro-units by currency. As text, because the sum of many large
   * prices is no safe integer.
   */
  amounts: Record<string, string>;
  /**
   * Completed orders by the bucket of their duration: see `durationBucket`. An array, which is read
   * and added up five times as fast as an object.
   */
  durations: number[];
  /** Completed orders by whether the result matches the output schema. */
  valid: number;
  invalid: number;
  unchecked: number;
}

export interface CountedRow extends StatsKey {
  counts: StatsCounts;
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
  durations: number[];
}

/** The counts towards the quality of a listing on a day. */
export interface QualityRow extends StatsKey {
  counts: QualityCounts;
}

/** Settled orders that are the same in everything that is counted, and their number. */
export interface SettledGroup {
  listingId: string;
  buyerId: string;
  sellerId: string;
  keyId: string | null;
  /** Start of the hour in which they settled. */
  hourMs: number;
  /** null: completed. */
  failure: FailureKind | null;
  /** Whether the service refused the input. */
  refused: boolean;
  priceMicros: number;
  currency: string;
  /** null if the call was never started. */
  durationMs: number | null;
  outputValid: boolean | null;
  count: number;
}

/** The next part of the log of settled orders, counted. */
export interface Counted {
  from: SettledPosition | undefined;
  to: SettledPosition;
  /** Every row that the orders change, with the counts that it has from then on. */
  rows: CountedRow[];
  /** The same for what counts towards the quality of a listing. */
  quality: QualityRow[];
  /** How many orders to ask for next time, so that they fit one transaction. */
  nextBatch: number;
  /** Whether the log had fewer orders than were asked for. */
  isLast: boolean;
}

export interface StatsRange extends Pick<StatsKey, 'accountId' | 'period'> {
  side: 'orders' | 'sales';
  /** Id or slug; undefined for all listings. */
  listingRef?: string | undefined;
  /** Inclusive. */
  fromMs: number;
  /** Exclusive. */
  toMs: number;
}

/** What an account bought with one key, or of one listing. */
export interface UsageOfPart {
  /** The id of the key, null for sessions; or that of the listing. */
  id: string | null;
  /** null if the key or the listing no longer exists. */
  name: string | null;
  /** Of a listing. */
  slug: string | null;
  /** Without durations and validity. */
  counts: StatsCounts;
}

export const noCounts = (): StatsCounts => ({
  completed: 0,
  failures: {},
  refused: 0,
  amounts: {},
  durations: [],
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
  { durations }: Pick<StatsCounts, 'durations'>,
  share: number,
): number | null {
  let total = 0;
  for (const count of durations) total += count;
  if (total === 0) return null;
  let passed = 0;
  const bucket = durations.findIndex((count) => {
    passed += count;
    return count > 0 && passed >= total * share;
  });
  return middleOf(bucket);
}

function addTo(counts: Record<string, number>, name: string, count: number): void {
  counts[name] = (counts[name] ?? 0) + count;
}

function addDurations(durations: number[], bucket: number, count: number): void {
  while (durations.length <= bucket) durations.push(0);
  durations[bucket] = (durations[bucket] ?? 0) + count;
}

function addAmount(amounts: Record<string, string>, currency: string, micros: bigint): void {
  if (micros > 0n) amounts[currency] = String(BigInt(amounts[currency] ?? 0) + micros);
}

function addGroup(counts: StatsCounts, group: SettledGroup): void {
  const { failure, count, outputValid, durationMs } = group;
  if (failure !== null) {
    if (group.refused) counts.refused += count;
    return addTo(counts.failures, failure, count);
  }
  counts.completed += count;
  addAmount(counts.amounts, group.currency, BigInt(group.priceMicros) * BigInt(count));
  if (durationMs !== null) addDurations(counts.durations, durationBucket(durationMs), count);
  if (outputValid === null) counts.unchecked += count;
  else if (outputValid) counts.valid += count;
  else counts.invalid += count;
}

/** Adds `more` to `counts`. */
export function addCounts(counts: StatsCounts, more: StatsCounts): void {
  counts.completed += more.completed;
  for (const [kind, count] of Object.entries(more.failures)) addTo(counts.failures, kind, count);
  counts.refused += more.refused;
  for (const [currency, micros] of Object.entries(more.amounts)) {
    addAmount(counts.amounts, currency, BigInt(micros));
  }
  for (let bucket = more.durations.length - 1; bucket >= 0; bucket--) {
    addDurations(counts.durations, bucket, more.durations[bucket] ?? 0);
  }
  counts.valid += more.valid;
  counts.invalid += more.invalid;
  counts.unchecked += more.unchecked;
}

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

/** Every row to which orders of the group are added. */
function keysOf({ buyerId, sellerId, listingId, keyId, hourMs }: SettledGroup): StatsKey[] {
  const owners = [
    { side: 'orders', accountId: buyerId },
    { side: 'sales', accountId: sellerId },
  ] as const;
  const keys: StatsKey[] = owners.flatMap((owner) =>
    [null, listingId].flatMap((part) =>
      (['hour', 'day'] as const).map((period) => ({
        ...owner,
        part,
        period,
        startMs: startOf(hourMs, period),
      })),
    ),
  );
  const dayMs = startOf(hourMs, 'day');
  keys.push({ side: 'keys', accountId: buyerId, part: keyId, period: 'day', startMs: dayMs });
  return keys;
}

/** What groups of settled orders add to the counts, each row once, in the order of their keys. */
export function countGroups(groups: readonly SettledGroup[]): CountedRow[] {
  const rows = new Map<string, CountedRow>();
  for (const group of groups) {
    for (const key of keysOf(group)) {
      const name = nameOfKey(key);
      let row = rows.get(name);
      if (!row) rows.set(name, (row = { ...key, counts: noCounts() }));
      addGroup(row.counts, group);
    }
  }
  return [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

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

/** What the caller bought, by key, listing or day. */
export async function readUsage(
  app: App,
  caller: Caller,
  { by = 'day', ...ends }: UsageQuery,
  reader: Reader,
): Promise<Usage> {
  if (by === 'day') {
    const { data, ...stats } = await readStats(app, 'orders', caller, { ...ends, by }, reader);
    return { ...stats, rows: { by, data } };
  }
  const range = rangeOf({ ...ends, by: 'day' }, app.clock.now());
  const { accountId } = caller;
  const data = await app.store.stats.usage({ ...range, accountId, by }, reader);
  const totals = noCounts();
  for (const { counts } of data) addCounts(totals, counts);
  return { ...range, totals, rows: { by, data } };
}

/** What the caller bought or sold, by the hour or day in which the orders settled. */
export async function readStats(
  { store: { stats }, clock }: App,
  side: StatsRange['side'],
  caller: Caller,
  query: StatsQuery,
  reader: Reader,
): Promise<Stats> {
  const range = rangeOf(query, clock.now());
  const { accountId } = caller;
  const counted = await stats.read(
    { ...range, side, accountId, listingRef: query.listingId },
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

/**
 * Adds every order that has settled since the last run to the statistics
 * (docs/buy/spending.md#statistics), each exactly once: its counts and the position in the log of
 * settled orders are stored in one transaction, and only if no other process has moved the position
 * meanwhile.
 */
export async function countOrders({
  store: { stats },
  clock,
  ending: signal,
}: Pick<App, 'store' | 'clock' | 'ending'>): Promise<void> {
  let more = await stats.hasUncounted();
  for (let orders: number | undefined; more && !signal.aborted;) {
    const startedMs = clock.monotonic();
    const counted = await stats.next(orders);
    const added = counted !== undefined && (await stats.add(counted));
    // What has settled since is left to the next run: many orders cost little more than a few.
    more = added && !counted.isLast;
    orders = counted?.nextBatch;
    // Pauses for as long as counting took, so that orders get at least half of the time.
    const tookMs = clock.monotonic() - startedMs;
    if (more && tookMs > 0) await pause(clock, tookMs, signal);
  }
}
