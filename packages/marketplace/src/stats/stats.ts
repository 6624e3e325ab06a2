// Statistics and usage: every settled order counts exactly once, in rows per account, listing, hour and
// day, from which everything is answered. Needs orders (the log of settled ones).

import type { ListingStatsQuery, StatsQuery, UsageQuery } from '@mkt/protocol';
import type { StatsPeriod, StatsSide } from '../database/tables.ts';
import { readInstant } from '../http/request-head.ts';
import { type Caller, keyFilterOf, type Reader } from '../market/caller.ts';
import { DAY_MS, HOUR_MS } from '../market/limits.ts';
import { Refusal } from '../market/refusal.ts';
import type { App } from '../server/context.ts';
import { addCounts, noCounts, type StatsCounts } from './counts.ts';

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
