import type { FailureKind, OrderStats, StatsQuery } from '@mkt/client';
import { formatDuration, formatShare } from '../ui/text.ts';

export const RANGES = ['24h', '7d', '30d'] as const;
/** The last 24 hours, or the last days of UTC, today included. */
export type StatsRange = (typeof RANGES)[number];

/** A page that stays open requests the next range at every full hour. */
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

/** Statistics of a period by hour or by day. */
export interface Courses {
  data: readonly { calls: number }[];
}

/** Of a week, longer than a weekend. */
const BEGINS_WITHIN = 3 / 7;

/**
 * The period before, unless it had calls in fewer than half as many hours or days, or none in its
 * beginning: growth from next to nothing, or from before the first call, is no news.
 */
export function comparable<Stats extends Courses>(
  before: Stats | undefined,
  now: Stats | undefined,
): Stats | undefined {
  const used = (stats: Stats | undefined) =>
    stats?.data.filter(({ calls }) => calls > 0).length ?? 0;
  // That nothing happens any more is news in any case.
  if (used(now) === 0) return before;
  const days = before?.data ?? [];
  const hasBegun = days
    .slice(0, Math.ceil(days.length * BEGINS_WITHIN))
    .some(({ calls }) => calls > 0);
  return hasBegun && 2 * used(before) >= used(now) ? before : undefined;
}

/** Periods that are compared with the one before. */
export type ComparedPeriod = StatsRange | '90d' | '365d' | 'month' | 'last-month';

export const RANGE_WORDS: Readonly<Record<ComparedPeriod, string>> = {
  '24h': 'the last 24 hours',
  '7d': 'the last 7 days',
  '30d': 'the last 30 days',
  '90d': 'the last 90 days',
  '365d': 'the last 365 days',
  month: 'the current month',
  'last-month': 'the previous month',
};

const BEFORE: Readonly<Record<ComparedPeriod, string>> = {
  '24h': 'the previous 24 hours',
  '7d': 'the previous 7 days',
  '30d': 'the previous 30 days',
  '90d': 'the previous 90 days',
  '365d': 'the previous 365 days',
  month: 'the same days of the previous month',
  'last-month': 'the month before',
};

/** The hours or days of a period that are over: a part of one looks like a fall. */
export const wholeOf = <Each>(
  data: readonly Each[],
  period: ComparedPeriod | 'any',
): readonly Each[] => (period === 'last-month' ? data : data.slice(0, -1));

type Amounts = OrderStats['totals']['spend'];

interface Counted {
  calls: number;
  completed: number;
  revenue?: Amounts;
  spend?: Amounts;
}

/** What happened in as many hours or days of two periods, so that they can be compared. */
export interface Span {
  calls: number;
  completed: number;
  amountIn: (currency: string | undefined) => number;
}

const spanOf = (data: readonly Counted[]): Span => {
  const sum = (of: (each: Counted) => number) => data.reduce((total, each) => total + of(each), 0);
  return {
    calls: sum(({ calls }) => calls),
    completed: sum(({ completed }) => completed),
    amountIn: (currency) =>
      sum(
        ({ revenue, spend }) =>
          (revenue ?? spend)?.find((money) => money.currency === currency)?.amount ?? 0,
      ),
  };
};

/** A period without the hour or day that has only begun, and as much of the one before. */
export interface Spans {
  now: Span;
  before: Span;
}

/** Nothing if there is no period to compare with. */
export function spansOf(
  now: { data: readonly Counted[] } | undefined,
  before: { data: readonly Counted[] } | undefined,
  period: ComparedPeriod | 'any',
): Spans | undefined {
  if (!now || !before || period === 'any') return undefined;
  const whole = wholeOf(now.data, period);
  return { now: spanOf(whole), before: spanOf(before.data.slice(0, whole.length)) };
}

/** The line of the period before in a chart: it ends where comparisons do. */
export function lineBefore<Row>(
  now: readonly unknown[],
  before: readonly Row[],
  period: ComparedPeriod,
  valueOf: (row: Row) => number,
): (number | null)[] {
  const { length } = wholeOf(now, period);
  return now.map((_at, index) => {
    const row = index < length ? before[index] : undefined;
    return row === undefined ? null : valueOf(row);
  });
}

/** What comparisons leave out: `without today`. */
export function leftOut(period: ComparedPeriod | 'any'): string {
  if (period === 'last-month') return '';
  return period === '24h' ? 'without this hour' : 'without today';
}

/** `Previous 24 hours`: the name of what a period is compared with. */
export function beforeName(range: ComparedPeriod): string {
  const words = BEFORE[range].replace(/^the /, '');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const COUNT = new Intl.NumberFormat('en-US');
const ONE_DIGIT = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** `97.8%`; a dash if the whole is 0. */
export const shareInWords = (part: number, whole: number): string =>
  whole === 0 ? '–' : formatShare(part / whole);

/** From here on, percentages say less than multiples. */
const MULTIPLE = 3;

const signOf = (by: number) => (by < 0 ? '−' : '+');

/** What a tile compares with: short, because its line must not break. */
const thenInTile = (range: ComparedPeriod) => BEFORE[range].replace(/^the /, '');

/** `+6.2% vs previous 24 hours`, `+24% vs previous 7 days`, `21× previous 24 hours`. */
export function growthInWords(now: number, before: number, range: ComparedPeriod): string {
  const then = thenInTile(range);
  if (before === 0) return now === 0 ? '' : `none in the ${then}`;
  const ratio = now / before;
  if (ratio >= MULTIPLE) return `${COUNT.format(Math.round(ratio))}× ${then}`;
  const percent = Math.abs(ratio - 1) * 100;
  const by = percent < 10 ? ONE_DIGIT.format(percent) : COUNT.format(Math.round(percent));
  return by === '0' ? `same as ${then}` : `${signOf(ratio - 1)}${by}% vs ${then}`;
}

/** A comparison, and what it means: more is better for some figures, and worse for others. */
export interface Change {
  words: string;
  tone: 'ok' | 'bad' | undefined;
}

const NO_CHANGE: Change = { words: '', tone: undefined };
/** Smaller changes are no news. */
const NEWS = { points: 1, ofDuration: 0.2 };

interface Changed {
  by: number;
  /** Without its sign. */
  size: string;
  isNews: boolean;
  isWorse: boolean;
  range: ComparedPeriod;
}

function changeOf({ by, size, isNews, isWorse, range }: Changed): Change {
  const then = thenInTile(range);
  // Rounded to nothing.
  if (size.startsWith('0 ')) return { words: `same as ${then}`, tone: undefined };
  const tone = isWorse ? 'bad' : 'ok';
  return { words: `${signOf(by)}${size} vs ${then}`, tone: isNews ? tone : undefined };
}

const successPoints = ({ calls, completed }: Span) =>
  calls === 0 ? null : (completed / calls) * 100;

/** `−0.9 points vs previous 24 hours`: how the success rate has changed. */
export function successChange(spans: Spans | undefined, range: ComparedPeriod): Change {
  const now = spans && successPoints(spans.now);
  const before = spans && successPoints(spans.before);
  if (typeof now !== 'number' || typeof before !== 'number') return NO_CHANGE;
  const by = now - before;
  const points = ONE_DIGIT.format(Math.abs(by));
  return changeOf({
    by,
    size: `${points} ${points === '1' ? 'point' : 'points'}`,
    isNews: Math.abs(by) >= NEWS.points,
    isWorse: by < 0,
    range,
  });
}

/** `+18 ms vs previous 24 hours`: how a duration has changed. */
export function durationChange(
  nowMs: number | null | undefined,
  beforeMs: number | null | undefined,
  range: ComparedPeriod,
): Change {
  if (typeof nowMs !== 'number' || typeof beforeMs !== 'number') return NO_CHANGE;
  const by = nowMs - beforeMs;
  return changeOf({
    by,
    size: formatDuration(Math.abs(by)),
    isNews: Math.abs(by) >= NEWS.ofDuration * beforeMs,
    isWorse: by > 0,
    range,
  });
}

/** `1,110 calls in the last 24 hours; without this hour, 6.2% more than in the previous 24 hours.` */
export function comparedInWords(total: number, spans: Spans, range: ComparedPeriod): string {
  const { calls } = spans.now;
  const before = spans.before.calls;
  const when = RANGE_WORDS[range];
  const then = BEFORE[range];
  const without = leftOut(range);
  const said = `${total === 0 ? 'No' : COUNT.format(total)} ${total === 1 ? 'call' : 'calls'} in ${when}`;
  if (before === 0) return calls === 0 ? `${said}.` : `${said}, none in ${then}.`;
  const counted = without === '' ? said : `${said}; ${without}`;
  if (calls === before) return `${counted}, as many as in ${then}.`;
  const ratio = calls / before;
  if (ratio >= MULTIPLE) {
    return `${counted}, ${COUNT.format(Math.round(ratio))} times as many as in ${then}.`;
  }
  const by = formatShare(Math.abs(ratio - 1));
  return calls === 0
    ? `${total === 0 ? said : counted}, ${COUNT.format(before)} in ${then}.`
    : `${counted}, ${by} ${ratio > 1 ? 'more' : 'fewer'} than in ${then}.`;
}

/** `248 calls in the last 24 hours · 237 completed · 9 failed · $3.12 spent`; `spent` is its last part. */
export function boughtInWords(
  { calls, completed, failed }: Pick<OrderStats['totals'], 'calls' | 'completed' | 'failed'>,
  spent: string,
  range: ComparedPeriod,
): string {
  const when = RANGE_WORDS[range];
  if (calls === 0) return `No calls in ${when}.`;
  return [
    `${COUNT.format(calls)} ${calls === 1 ? 'call' : 'calls'} in ${when}`,
    `${COUNT.format(completed)} completed`,
    `${COUNT.format(failed)} failed`,
    `${spent || 'nothing'} spent`,
  ].join(' · ');
}

/** What happened to orders, after their number: `17 timed out`. */
const WORDS: Readonly<Record<FailureKind, string>> = {
  seller_status: 'got an error from the service',
  timeout: 'timed out',
  connection: 'lost the connection',
  tls: 'could not be encrypted (TLS)',
  url_not_allowed: 'had an address that is not public',
  invalid_json: 'got a response that is not JSON',
  too_large: 'got too large a response',
  interrupted: 'were interrupted',
  expired: 'waited too long',
  cancelled: 'were cancelled',
  listing_unavailable: 'found the listing no longer for sale',
};

const isKind = (kind: string): kind is FailureKind => kind in WORDS;

type Failures = Readonly<Partial<Record<FailureKind, number>>>;

/** The same where the number stands apart. */
const TITLES: Readonly<Record<FailureKind, string>> = {
  seller_status: 'Service returned an error',
  timeout: 'Timed out',
  connection: 'Connection lost',
  tls: 'No secure connection (TLS)',
  url_not_allowed: 'Address is not public',
  invalid_json: 'Response is not JSON',
  too_large: 'Response too large',
  interrupted: 'Interrupted',
  expired: 'Waited too long',
  cancelled: 'Cancelled',
  listing_unavailable: 'Listing no longer for sale',
};

/** How many orders failed by kind, the most frequent first. */
export const failuresByKind = (failures: Failures) =>
  Object.entries(failures)
    .toSorted(([, a], [, b]) => b - a)
    .map(([kind, count]) => ({
      kind,
      count,
      words: isKind(kind) ? WORDS[kind] : kind,
      title: isKind(kind) ? TITLES[kind] : kind,
    }));

/** `17 timed out, 1 lost the connection`, the most frequent first. */
export const failuresInWords = (failures: Failures): string =>
  failuresByKind(failures)
    .map(({ count, words }) => `${count} ${words}`)
    .join(', ');
