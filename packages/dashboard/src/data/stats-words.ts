import type { FailureKind, OrderStats, StatsQuery } from '@mkt/client';
import { clockOf, formatShare } from '../ui/text.ts';

export const RANGES = ['24h', '7d', '30d'] as const;
/** The last 24 hours, or the last days of UTC, today included. */
export type StatsRange = (typeof RANGES)[number];

/** The periods, for a select. */
export const RANGE_NAMES: { value: StatsRange; label: string }[] = [
  { value: '24h', label: 'Last 24 hours' },
  { value: '7d', label: 'Last 7 days' },
  { value: '30d', label: 'Last 30 days' },
];

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

/** The hours of the last day of the range before, until the one that it is now: today has no more of its own. */
export function hoursBefore(range: StatsRange, nowMs: number): StatsQuery | undefined {
  const { count, by, ms } = STEPS[range];
  if (by === 'hour') return undefined;
  const fromMs = (Math.floor(nowMs / ms) - count) * ms;
  const hours = Math.max(1, Math.floor((nowMs % ms) / HOUR_MS));
  const iso = (atMs: number) => new Date(atMs).toISOString();
  return { by: 'hour', from: iso(fromMs), to: iso(fromMs + hours * HOUR_MS) };
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
  // That nothing happens any more is news in any case; that nothing ever did is none.
  if (used(now) === 0) return used(before) > 0 ? before : undefined;
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

/** When the hours or days were that a period is compared with, by the same hour, weekday or date if it can be. */
const EARLIER: Readonly<Record<ComparedPeriod, string>> = {
  '24h': 'a day earlier',
  '7d': 'a week earlier',
  '30d': '30 days earlier',
  '90d': '90 days earlier',
  '365d': '365 days earlier',
  month: 'a month earlier',
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
  failed?: number;
  revenue?: Amounts;
  spend?: Amounts;
}

/** What happened in as many hours or days of two periods, so that they can be compared. */
export interface Span {
  calls: number;
  completed: number;
  failed: number;
  amountIn: (currency: string | undefined) => number;
}

const spanOf = (data: readonly Counted[]): Span => {
  const sum = (of: (each: Counted) => number) => data.reduce((total, each) => total + of(each), 0);
  return {
    calls: sum(({ calls }) => calls),
    completed: sum(({ completed }) => completed),
    failed: sum(({ failed = 0 }) => failed),
    amountIn: (currency) =>
      sum(
        ({ revenue, spend }) =>
          (revenue ?? spend)?.find((money) => money.currency === currency)?.amount ?? 0,
      ),
  };
};

/** As many whole hours or days of a period and of the one before; a month that is over is compared as a whole. */
function wholeOfBoth<Now, Before>(
  now: readonly Now[],
  before: readonly Before[],
  period: ComparedPeriod,
): { now: readonly Now[]; before: readonly Before[] } {
  if (period === 'last-month') return { now, before };
  const whole = wholeOf(now, period);
  // The month before may be shorter.
  const count = Math.min(whole.length, before.length);
  return { now: whole.slice(0, count), before: before.slice(0, count) };
}

/** A period without the hour or day that has only begun, and as much of the one before. */
export interface Spans {
  now: Span;
  before: Span;
  /** Whether today is in it, because the last day before ends at the same hour. */
  isWhole?: boolean;
}

/** What a period is compared with. */
interface Before<Row> {
  data: readonly Row[];
  /** Where its last day was cut off, so that it is as long as today is. */
  until?: string;
}

/** Nothing if there is no period to compare with. */
export function spansOf(
  now: { data: readonly Counted[] } | undefined,
  before: Before<Counted> | undefined,
  period: ComparedPeriod | 'any',
): Spans | undefined {
  if (!now || !before || period === 'any') return undefined;
  if (before.until !== undefined) {
    return { now: spanOf(now.data), before: spanOf(before.data), isWhole: true };
  }
  const whole = wholeOfBoth(now.data, before.data, period);
  if (whole.now.length === 0) return undefined;
  return { now: spanOf(whole.now), before: spanOf(whole.before) };
}

/** An hour or a day: one of `start` and `day` says which. */
interface Dated {
  start?: string;
  day?: string;
}

const DAYS = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

function datesOf(days: readonly Dated[]): string {
  const [fromMs, toMs] = [days[0], days.at(-1)].map((each) =>
    Date.parse(each?.start ?? each?.day ?? ''),
  );
  return DAYS.formatRange(fromMs ?? 0, toMs ?? 0).replace(/^(\d+)\s*–\s*/, '$1–');
}

/**
 * What the changes beside figures compare, said once for all of them: `Changes: 22–28 Nov compared with
 * 15–21 Nov until 15:00 UTC`, `22–27 Nov compared with 15–20 Nov, without today`. Nothing if there is no
 * period to compare with.
 */
export function comparison(
  now: { data: readonly Dated[] } | undefined,
  before: Before<Dated> | undefined,
  period: ComparedPeriod | 'any',
): string {
  if (!now || !before || period === 'any') return '';
  if (before.until !== undefined) {
    const untilMs = Date.parse(before.until);
    const days = `${datesOf(now.data)} compared with ${datesOf(before.data)}`;
    return `Changes: ${days} until ${clockOf(untilMs)}`;
  }
  const whole = wholeOfBoth(now.data, before.data, period);
  if (whole.now.length === 0) return '';
  if (period === '24h') {
    return `Changes: the last ${whole.now.length} full hours compared with the same hours a day earlier`;
  }
  const days = `Changes: ${datesOf(whole.now)} compared with ${datesOf(whole.before)}`;
  return period === 'last-month' ? days : `${days}, without today`;
}

/** The hours or days of the period before, for a chart or a table: they end where comparisons do. */
export function lineBefore<Row>(
  now: readonly unknown[],
  before: readonly Row[],
  period: ComparedPeriod,
  valueOf: (row: Row) => number | null,
): (number | null)[] {
  const whole = wholeOfBoth(now, before, period).before;
  return now.map((_at, index) => {
    const row = whole[index];
    return row === undefined ? null : valueOf(row);
  });
}

/** The period before as the line behind the course of a figure: at the same places, as far as both are compared. */
export const courseBefore = <Row>(
  now: { data: readonly unknown[] } | undefined,
  before: { data: readonly Row[] } | undefined,
  period: ComparedPeriod | 'any',
  valueOf: (row: Row) => number | null,
) =>
  now && before && period !== 'any'
    ? wholeOf(lineBefore(now.data, before.data, period, valueOf), period)
    : undefined;

/** `A week earlier`: the name of what a period is compared with. */
export const beforeName = (range: ComparedPeriod): string =>
  EARLIER[range].charAt(0).toUpperCase() + EARLIER[range].slice(1);

export const COUNT = new Intl.NumberFormat('en-US');
const ONE_DIGIT = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** `97.8%`; a dash if the whole is 0. */
export const shareInWords = (part: number, whole: number): string =>
  whole === 0 ? '–' : formatShare(part / whole);

/** From here on, percentages say less than multiples. */
const MULTIPLE = 3;

const signOf = (by: number) => (by < 0 ? '−' : '+');

/** `+6.2%`, `21×`: how a number has changed; what it was compared with is said once for all (`comparison`). */
export function growthInWords(now: number, before: number): string {
  if (before === 0) return now === 0 ? '' : 'none before';
  const ratio = now / before;
  if (ratio >= MULTIPLE) return `${COUNT.format(Math.round(ratio))}×`;
  const percent = Math.abs(ratio - 1) * 100;
  const by = percent < 10 ? ONE_DIGIT.format(percent) : COUNT.format(Math.round(percent));
  return by === '0' ? 'no change' : `${signOf(ratio - 1)}${by}%`;
}

/** A comparison, and what it means: more is better for some figures, and worse for others. */
export interface Change {
  words: string;
  tone: 'ok' | 'bad' | undefined;
}

const NO_CHANGE: Change = { words: '', tone: undefined };
/** Smaller changes, in points, are no news. */
const NEWS = 1;

const successPoints = ({ calls, completed }: Span) =>
  calls === 0 ? null : (completed / calls) * 100;

/** `−0.9 points`: how the success rate has changed. */
export function successChange(spans: Spans | undefined): Change {
  const now = spans && successPoints(spans.now);
  const before = spans && successPoints(spans.before);
  if (typeof now !== 'number' || typeof before !== 'number') return NO_CHANGE;
  const by = now - before;
  const points = ONE_DIGIT.format(Math.abs(by));
  if (points === '0') return { words: 'no change', tone: undefined };
  const tone = by < 0 ? 'bad' : 'ok';
  return {
    words: `${signOf(by)}${points} ${points === '1' ? 'point' : 'points'}`,
    tone: Math.abs(by) >= NEWS ? tone : undefined,
  };
}

/** `1,110 calls in the last 24 hours; without this hour, 6.2% more than a day earlier.` */
export function comparedInWords(total: number, spans: Spans, range: ComparedPeriod): string {
  const { calls } = spans.now;
  const before = spans.before.calls;
  const when = RANGE_WORDS[range];
  const then = EARLIER[range];
  const said = `${total === 0 ? 'No' : COUNT.format(total)} ${total === 1 ? 'call' : 'calls'} in ${when}`;
  if (before === 0) return calls === 0 ? `${said}.` : `${said}, none ${then}.`;
  const without = range === '24h' ? 'without this hour' : 'without today';
  const counted = range === 'last-month' || spans.isWhole ? said : `${said}; ${without}`;
  if (calls === before) return `${counted}, as many as ${then}.`;
  const ratio = calls / before;
  if (ratio >= MULTIPLE) {
    return `${counted}, ${COUNT.format(Math.round(ratio))} times as many as ${then}.`;
  }
  const by = formatShare(Math.abs(ratio - 1));
  return calls === 0
    ? `${total === 0 ? said : counted}, ${COUNT.format(before)} ${then}.`
    : `${counted}, ${by} ${ratio > 1 ? 'more' : 'fewer'} than ${then}.`;
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
