const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** `41 ms`, `1.84 s`, `30.0 s`, `2 min 5 s`. */
export function formatDuration(ms: number): string {
  if (ms < SECOND) return `${Math.round(ms)} ms`;
  if (ms < 10 * SECOND) return `${(ms / SECOND).toFixed(2)} s`;
  if (ms < MINUTE) return `${(ms / SECOND).toFixed(1)} s`;
  const seconds = Math.round(ms / SECOND);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

export interface Amount {
  amount: number;
  currency: string;
}

/** Prices go down to a millionth; amounts have at least the digits of their currency. */
const MAX_DIGITS = 6;

/** Making one costs about 100 times as much as using it, and a list has one amount per row. */
const formats = new Map<string, Intl.NumberFormat>();

function formatOf(currency: string): Intl.NumberFormat {
  const style = { style: 'currency', currency } as const;
  const known = formats.get(currency);
  if (known) return known;
  const { maximumFractionDigits: digits = 2 } = new Intl.NumberFormat(
    'en-US',
    style,
  ).resolvedOptions();
  const made = new Intl.NumberFormat('en-US', {
    ...style,
    minimumFractionDigits: digits,
    maximumFractionDigits: Math.max(MAX_DIGITS, digits),
  });
  formats.set(currency, made);
  return made;
}

/** `$0.02`, `€38.20`, `¥3`, `$0.00025`. */
export function formatMoney({ amount, currency }: Amount): string {
  try {
    return formatOf(currency).format(amount);
  } catch {
    // A currency that this browser does not know.
    return `${amount} ${currency}`;
  }
}

/** The end of an id, `…5b39`, tells records of one name apart; the search finds orders by it. */
export const endOfId = (id: string): string => `…${id.slice(-4)}`;

/** A price: `$0.02`, or `Free`. */
export const formatPrice = (price: Amount): string =>
  price.amount === 0 ? 'Free' : formatMoney(price);

const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Later times are dates. */
const WEEK = 7 * DAY;
/** Earlier times are dates: the clock says nothing any more. */
const HALF_YEAR = 182 * DAY;

/** Lists, charts and figures are in UTC, as the marketplace counts days and the CLI and the API write times. */
const timeZone = 'UTC';
const DATE = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone,
});
const CLOCK = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  timeZone,
});
const SHORT_DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone });
const EXACT = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'long',
  timeZone,
});

/** The only place of these words; units that everybody abbreviates are abbreviated. */
function distance(ms: number): string {
  if (ms < MINUTE) return `${Math.floor(ms / SECOND)} s`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min`;
  if (ms < DAY) return `${Math.floor(ms / HOUR)} h`;
  const days = Math.floor(ms / DAY);
  return days === 1 ? '1 day' : `${days} days`;
}

/** The days of UTC that have begun since a time. */
const daysSince = (atMs: number, nowMs: number) => Math.floor(nowMs / DAY) - Math.floor(atMs / DAY);

/** `today, 08:34`, `25 Nov, 08:34`, `25 Nov 2025`: a past time with its day, for all pages. */
function clockTime(atMs: number, nowMs: number, zone: string): string {
  if (nowMs - atMs >= HALF_YEAR) return DATE.format(atMs);
  const day = daysSince(atMs, nowMs) === 0 ? 'today' : SHORT_DAY.format(atMs);
  return `${day}, ${CLOCK.format(atMs)}${zone}`;
}

/** `Today, 08:34` where a line begins. */
export const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `Today, 08:34`: a time in a column that says UTC. */
export const columnTime = (atMs: number, nowMs: number): string =>
  upperFirst(clockTime(atMs, nowMs, ''));

/**
 * `just now`, `2 min ago`, then the clock, so that rows can be told apart: `today, 08:34 UTC`,
 * `25 Nov, 08:34 UTC`, `25 Nov 2025`. In the future `in 3 h`, `20 Feb 2027`.
 */
export function relativeTime(atMs: number, nowMs: number): string {
  const agoMs = nowMs - atMs;
  const apartMs = Math.abs(agoMs);
  // The clocks of browsers and servers differ by a few seconds.
  if (apartMs < 5 * SECOND) return 'just now';
  if (agoMs < 0) return apartMs < WEEK ? `in ${distance(apartMs)}` : DATE.format(atMs);
  if (agoMs < HOUR) return `${distance(apartMs)} ago`;
  return clockTime(atMs, nowMs, ' UTC');
}

/** `5 min`, `2 days`: how long something has lasted. */
export const lastingTime = (sinceMs: number, nowMs: number): string =>
  distance(Math.max(0, nowMs - sinceMs));

/** `20 Feb 2027`: the day of a time on the wire. */
export const dateOf = (at: string): string => DATE.format(Date.parse(at));

/** `22 Nov 2026, 14:03:07 UTC`. */
export const exactTime = (atMs: number): string => EXACT.format(atMs);

/** How calls of the last days ended. */
export interface Quality {
  /** From 0 to 1. */
  successRate: number;
  /** `null` if none succeeded. */
  p95Ms: number | null;
  calls: number;
  /** Inputs that the service refused, which are not among the calls. */
  refused: number;
}

const PERCENT = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
const COUNT = new Intl.NumberFormat('en-US');

/** `98.3%`. Not all never reads as 100%, and some never as 0%. */
export function formatShare(share: number): string {
  if (share > 0 && share < 0.001) return '< 0.1%';
  return `${PERCENT.format(share < 1 ? Math.min(share * 100, 99.9) : share * 100)}%`;
}

const UTC = '\u00A0UTC';

/** `08:32 UTC`: the time of a day that has been said. */
export const clockOf = (atMs: number): string => CLOCK.format(atMs) + UTC;

/** `today, 08:32 UTC`, `27 Nov, 08:32 UTC`. */
export const timeOf = (atMs: number, nowMs: number): string => clockTime(atMs, nowMs, UTC);

/** `today, 08:32–08:54 UTC`, `27 Nov, 23:50 – today, 00:10 UTC`: each day is said once. */
export function timeRange(fromMs: number, toMs: number, nowMs: number): string {
  const from = clockTime(fromMs, nowMs, '');
  return daysSince(fromMs, toMs) === 0
    ? `${from}–${clockOf(toMs)}`
    : `${from} – ${clockTime(toMs, nowMs, UTC)}`;
}

/** Why sellers count more calls of a listing than buyers see: docs/buy/catalogue.md#quality. */
export const COUNTED_CALLS = 'up to 5 a day per buyer';

/** Where that is explained. */
export const COUNTING = '/docs/buy/catalogue#quality';

/** `98.3%` of calls succeeded. */
export const successText = ({ successRate }: Pick<Quality, 'successRate'>): string =>
  formatShare(successRate);

/** What the two names of durations mean; every page has the same two. */
export const MEDIAN_MEANS = 'half of calls are faster';
export const P95_MEANS = '95% of calls are faster';

/** Fewer in a week show neither a share nor a percentile. */
export const FEW_CALLS = 20;

/** `350 calls, 98.3% succeeded`: what every page says of how they ended. */
export const callsText = ({ calls, ...quality }: Pick<Quality, 'calls' | 'successRate'>): string =>
  `${COUNT.format(calls)} calls, ${successText(quality)} succeeded`;

/** `350 calls, 98.3% succeeded in the last 7 days, 95% of them within 118 ms; 2 inputs refused`. */
export function qualityText(quality: Quality | null): string {
  if (!quality) return `No success rate yet: fewer than ${FEW_CALLS} calls in the last 7 days`;
  const { p95Ms, refused } = quality;
  const inputs = refused === 1 ? '1 input' : `${COUNT.format(refused)} inputs`;
  const apart = refused === 0 ? '' : `; ${inputs} refused`;
  const within = p95Ms === null ? '' : `, 95% of them within ${formatDuration(p95Ms)}`;
  return `${callsText(quality)} in the last 7 days${within}${apart}`;
}

/** After so long without figures, a listing is no longer new but little used. */
const NEW = 2 * WEEK;

/** Whether a listing is so young that it can have no figures yet. */
export const isNew = (createdAt: string, nowMs: number): boolean =>
  nowMs - Date.parse(createdAt) < NEW;

const ABBREVIATION = /^(?:ai|api|crm|ml|ocr|pdf|seo|sms)$/;

/** A category as it is shown: `Developer tools` for `developer-tools`, but `E-commerce`. */
export const capitalised = (text: string) =>
  ABBREVIATION.test(text) ? text.toUpperCase() : upperFirst(text).replaceAll(/(?<=..)-/g, ' ');
