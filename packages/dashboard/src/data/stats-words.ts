import type { FailureKind, OrderStats, StatsQuery } from '@mkt/client';

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

export const RANGE_WORDS: Readonly<Record<StatsRange, string>> = {
  '24h': 'the last 24 hours',
  '7d': 'the last 7 days',
  '30d': 'the last 30 days',
};

const BEFORE: Readonly<Record<StatsRange, string>> = {
  '24h': 'the day before',
  '7d': 'the 7 days before',
  '30d': 'the 30 days before',
};

export const COUNT = new Intl.NumberFormat('en-US');
const SIGNED = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1, signDisplay: 'always' });
const PERCENT = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** `97.8 %`; a dash if the whole is 0. */
export const shareInWords = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${PERCENT.format((part / whole) * 100)} %`;

/** `+6.2 % on the day before`. */
export function growthInWords(now: number, before: number, range: StatsRange): string {
  if (before === 0) return now === 0 ? '' : `none ${BEFORE[range]}`;
  return `${SIGNED.format((now / before - 1) * 100)} % on ${BEFORE[range]}`;
}

/** `−0.9 points on the day before`, `+18 ms on the day before`. */
export function changeInWords(by: number | null, unit: string, range: StatsRange): string {
  return by === null ? '' : `${SIGNED.format(by).replace('-', '−')} ${unit} on ${BEFORE[range]}`;
}

/** `248 calls in the last 24 hours · 237 completed · 9 failed · $3.12 spent`; `spent` is its last part. */
export function boughtInWords(
  { calls, completed, failed }: Pick<OrderStats['totals'], 'calls' | 'completed' | 'failed'>,
  spent: string,
  range: StatsRange,
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

/** How many orders failed by kind, the most frequent first; `words` as in "timed out". */
export const failuresByKind = (failures: Failures) =>
  Object.entries(failures)
    .toSorted(([, a], [, b]) => b - a)
    .map(([kind, count]) => ({ kind, count, words: isKind(kind) ? WORDS[kind] : kind }));

/** `17 timed out, 1 lost the connection`, the most frequent first. */
export const failuresInWords = (failures: Failures): string =>
  failuresByKind(failures)
    .map(({ count, words }) => `${count} ${words}`)
    .join(', ');
