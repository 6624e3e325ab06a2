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
  /** Those of the failures in which the service refused the input (`REFUSED_INPUT_STATUSES`). */
  refused: number;
  /**
   * What completed orders cost, in micro-units by currency. As text, because the sum of many large
   * prices is no safe integer.
   */
  amounts: Record<string, string>;
  /** Of completed orders. */
  durations: Durations;
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
  durations: Durations;
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

/** A batch of orders of which some rows are stored. */
export interface StartedBatch {
  /** Where it ends. */
  to: SettledPosition;
  /** The last row that is stored. */
  after: StatsKey;
}

/**
 * How far the log of settled orders is counted. The rows of a batch of orders are stored in several
 * transactions; another process can continue it after a crash.
 */
export interface CountedPosition extends SettledPosition {
  batch: StartedBatch | null;
}

export const isBefore = (one: SettledPosition, other: SettledPosition): boolean =>
  one.number < other.number || (one.number === other.number && one.orderId < other.orderId);

/** The next orders of the log. */
export interface Uncounted {
  to: SettledPosition;
  groups: SettledGroup[];
  orders: number;
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

export const noDurations = (): Durations => ({ first: 0, counts: [] });

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

function addTo(counts: Record<string, number>, name: string, count: number): void {
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
  if (durationMs !== null) {
    addDurations(counts.durations, { first: durationBucket(durationMs), counts: [count] });
  }
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
  addDurations(counts.durations, more.durations);
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

/** Enough digits for every time. */
const padded = (startMs: number): string => String(startMs).padStart(16, '0');

/** Text that is the same for the same key. */
export const nameOfKey = ({ side, accountId, part, period, startMs }: StatsKey): string =>
  [side, accountId, part ?? '', period, startMs].join(' ');

/**
 * The order in which sides are stored. A listing is rated by its sales and by what of them does not
 * count, which is stored with the orders: in between it is more that counts, never less.
 */
const SIDES = ['keys', 'sales', 'orders'] as const;

function isAfter(row: StatsKey, key: StatsKey): boolean {
  const place = ({ period, startMs, side, accountId, part }: StatsKey) =>
    [period, padded(startMs), SIDES.indexOf(side as 'keys'), accountId, part ?? ''].join(' ');
  return place(row) > place(key);
}

type CountsByHour = Map<number, StatsCounts>;

const sorted = <Value>(map: ReadonlyMap<string, Value>): [string, Value][] =>
  [...map].toSorted(([a], [b]) => (a < b ? -1 : 1));

function getOrAdd<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}

/** Adds up the counts of hours that are of the same day. */
function byDay(hours: CountsByHour): CountsByHour {
  const days: CountsByHour = new Map();
  for (const [hourMs, counts] of hours) {
    const dayMs = startOf(hourMs, 'day');
    const day = days.get(dayMs);
    if (!day) days.set(dayMs, counts);
    else {
      const sum = noCounts();
      addCounts(sum, day);
      addCounts(sum, counts);
      days.set(dayMs, sum);
    }
  }
  return days;
}

/** The counts of accounts, by listing or key. */
type CountsOfSide = Map<string, Map<string, CountsByHour>>;

function count(side: CountsOfSide, accountId: string, part: string, group: SettledGroup): void {
  const parts = getOrAdd(side, accountId, () => new Map<string, CountsByHour>());
  const hours = getOrAdd(parts, part, () => new Map<number, StatsCounts>());
  addGroup(getOrAdd(hours, group.hourMs, noCounts), group);
}

/** Adds up what groups of settled orders add to the counts of each hour and day. */
export function createCounter() {
  const sides: Record<(typeof SIDES)[number], CountsOfSide> = {
    keys: new Map(),
    sales: new Map(),
    orders: new Map(),
  };
  const { keys, sales, orders } = sides;
  return {
    add(group: SettledGroup): void {
      const { buyerId, sellerId, listingId, keyId } = group;
      count(keys, buyerId, keyId ?? '', group);
      count(orders, buyerId, '', group);
      count(orders, buyerId, listingId, group);
      count(sales, sellerId, '', group);
      count(sales, sellerId, listingId, group);
    },
    /** Each row once, in the order in which they are stored: neighbours in the table follow each other. */
    rows(): CountedRow[] {
      const byStart = new Map<string, CountedRow[]>();
      const add = (key: Omit<StatsKey, 'startMs'>, counted: CountsByHour) => {
        for (const [startMs, counts] of counted) {
          const rows = getOrAdd(byStart, `${key.period} ${padded(startMs)}`, () => []);
          rows.push({ ...key, startMs, counts });
        }
      };
      for (const side of SIDES) {
        for (const [accountId, parts] of sorted(sides[side])) {
          for (const [part, hours] of sorted(parts)) {
            const key = { side, accountId, part: part === '' ? null : part };
            add({ ...key, period: 'day' }, byDay(hours));
            if (side !== 'keys') add({ ...key, period: 'hour' }, hours);
          }
        }
      }
      return sorted(byStart).flatMap(([, rows]) => rows);
    },
  };
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
 * Orders of a batch. With many buyers and listings their rows are on as many pages, and the more orders
 * share the writing of a page, the less each costs.
 */
const ORDERS_PER_BATCH = 8_192;
/** Rows that are stored in one transaction; on SQLite it takes a few milliseconds, in which no order is handled. */
const ROWS_AT_ONCE = 256;

/** The position once these rows of a batch are stored. */
function partlyStored(
  from: CountedPosition,
  to: SettledPosition,
  rows: readonly CountedRow[],
): CountedPosition {
  const { counts: _, ...after } = rows.at(-1) as CountedRow;
  return { ...from, batch: { to, after } };
}

/** A batch of orders, counted. */
interface Batch {
  to: SettledPosition;
  /** In the order of the table. */
  rows: CountedRow[];
  /** The sellers of their listings. */
  sellers: Map<string, string>;
  orders: number;
}

/** The next orders of the log: those of a batch that has been started, or a new one. */
async function nextBatch(
  stats: App['store']['stats'],
  { batch, ...from }: CountedPosition,
): Promise<Batch> {
  const counter = createCounter();
  const sellers = new Map<string, string>();
  let to: SettledPosition = from;
  let orders = 0;
  while (batch ? isBefore(to, batch.to) : orders < ORDERS_PER_BATCH) {
    const next = await stats.next({ after: to, until: batch?.to });
    if (!next) break;
    for (const group of next.groups) {
      counter.add(group);
      sellers.set(group.listingId, group.sellerId);
    }
    to = next.to;
    orders += next.orders;
  }
  const rows = counter.rows();
  return {
    to,
    rows: batch ? rows.filter((row) => isAfter(row, batch.after)) : rows,
    sellers,
    orders,
  };
}

/**
 * Adds every order that has settled since the last run to the statistics
 * (docs/buy/spending.md#statistics), each exactly once. The rows of thousands of orders are stored in the
 * order of the table, so that each page is written once. Each transaction stores some of them and how far
 * it came, and only if no other process was faster.
 */
export async function countOrders({
  store: { stats },
  clock,
  ending: signal,
}: Pick<App, 'store' | 'clock' | 'ending'>): Promise<void> {
  let more = await stats.hasUncounted();
  while (more && !signal.aborted) {
    let from = await stats.position();
    const { rows, sellers, orders, ...batch } = await nextBatch(stats, from);
    if (orders === 0) return;
    // What settles meanwhile is left to the next run: many orders cost little more than a few.
    more = from.batch !== null || orders >= ORDERS_PER_BATCH;
    for (let at = 0, isEnd = false; !isEnd && !signal.aborted; at += ROWS_AT_ONCE) {
      const startedMs = clock.monotonic();
      const some = rows.slice(at, at + ROWS_AT_ONCE);
      isEnd = at + ROWS_AT_ONCE >= rows.length;
      const to = isEnd ? { ...batch.to, batch: null } : partlyStored(from, batch.to, some);
      if (!(await stats.add({ from, to, rows: some, sellers }))) return;
      from = to;
      // Pauses for as long as it took, so that orders get at least half of the time.
      const tookMs = clock.monotonic() - startedMs;
      if ((more || !isEnd) && tookMs > 0) await pause(clock, tookMs, signal);
    }
  }
}
