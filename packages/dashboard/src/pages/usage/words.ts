import type { Usage } from '@mkt/client';
import { csvLine } from '@mkt/protocol/csv';
import { NO_KEY, readKey } from '../../data/order-filter.ts';
import { COUNT } from '../../data/stats-words.ts';
import { byCurrency } from '../../ui/amounts.ts';
import { formatMoney } from '../../ui/text.ts';

const DAY_MS = 24 * 3_600_000;

export const PERIODS = [
  { value: '7d', label: 'Last 7 days' },
  { value: '30d', label: 'Last 30 days' },
  { value: '90d', label: 'Last 90 days' },
  { value: '365d', label: 'Last 365 days' },
  { value: 'month', label: 'This month' },
  { value: 'last-month', label: 'Last month' },
] as const;
type UsagePeriod = (typeof PERIODS)[number]['value'];

export const GROUPS: { value: Usage['by']; label: string }[] = [
  { value: 'key', label: 'By key' },
  { value: 'listing', label: 'By listing' },
  { value: 'day', label: 'By day' },
];

/** What the URL selects; at most one of a key and a listing. */
export interface UsageShown {
  period: UsagePeriod;
  by: Usage['by'];
  /** The currency of the chart. */
  currency: string | undefined;
  /** The id of a key, or `none`. */
  key: string | undefined;
  /** The id of a listing. */
  listing: string | undefined;
}

/** Anyone can edit a URL, so unknown values are ignored. */
export function readUsage(params: URLSearchParams): UsageShown {
  const key = readKey(params);
  return {
    period: PERIODS.find(({ value }) => value === params.get('period'))?.value ?? '30d',
    by: GROUPS.find(({ value }) => value === params.get('by'))?.value ?? 'key',
    currency: params.get('currency') || undefined,
    key,
    listing: key === undefined ? params.get('listing') || undefined : undefined,
  };
}

/** The query of the URL, without defaults. */
export function writeUsage({ period, by, ...rest }: UsageShown): URLSearchParams {
  const given = {
    period: period === '30d' ? undefined : period,
    by: by === 'key' ? undefined : by,
    ...rest,
  };
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(given)) if (value) params.set(name, value);
  return params;
}

interface Range {
  from: string;
  to: string;
}

const rangeOf = (fromMs: number, toMs: number): Range => ({
  from: new Date(fromMs).toISOString(),
  to: new Date(toMs).toISOString(),
});

/** The start of a month of UTC, counted from that of a time. */
function monthStart(atMs: number, months: number): number {
  const at = new Date(atMs);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1);
}

/** The whole days of UTC of a period, today included. */
export function periodRange(period: UsagePeriod, nowMs: number): Range {
  const tomorrowMs = (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS;
  if (period === 'month') return rangeOf(monthStart(nowMs, 0), tomorrowMs);
  if (period === 'last-month') return rangeOf(monthStart(nowMs, -1), monthStart(nowMs, 0));
  return rangeOf(tomorrowMs - Number.parseInt(period, 10) * DAY_MS, tomorrowMs);
}

/**
 * The days that a period is compared with: the current month so far is compared with the same days of the
 * month before.
 */
export function rangeBefore(period: UsagePeriod, nowMs: number): Range {
  const range = periodRange(period, nowMs);
  const fromMs = Date.parse(range.from);
  const lengthMs = Date.parse(range.to) - fromMs;
  if (period === 'last-month') return rangeOf(monthStart(nowMs, -2), fromMs);
  if (period !== 'month') return rangeOf(fromMs - lengthMs, fromMs);
  const startMs = monthStart(nowMs, -1);
  return rangeOf(startMs, Math.min(startMs + lengthMs, fromMs));
}

/** Counts are kept for two years. */
const KEPT_MONTHS = 24;

export interface Month extends Range {
  /** `2026-10`. */
  value: string;
  /** `October 2026`. */
  label: string;
  /** Whether it is not over yet. */
  isCurrent: boolean;
}

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** The months for which there can be a statement, the current one first. */
export const monthsUntil = (nowMs: number): Month[] =>
  Array.from({ length: KEPT_MONTHS }, (_, ago) => {
    const startMs = monthStart(nowMs, -ago);
    return {
      ...rangeOf(startMs, monthStart(nowMs, 1 - ago)),
      value: new Date(startMs).toISOString().slice(0, 7),
      label: MONTH.format(startMs),
      isCurrent: ago === 0,
    };
  });

const DAY = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const DAYS = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** `20 Nov 2026`, of a day of UTC such as `2026-11-20`. */
const dayInWords = (day: string): string => DAY.format(Date.parse(day));

/** `1–30 November 2026`. */
export const daysInWords = (from: string, to: string): string =>
  DAYS.formatRange(Date.parse(from), Date.parse(to)).replace(/\s*–\s*/, '–');

type Row = Usage['data'][number];

/** What a row is called. */
export function nameOfRow(row: Row, by: Usage['by']): string {
  if (by === 'day') return dayInWords(row.day ?? '');
  if (by === 'listing') return row.title ?? 'A listing that no longer exists';
  if (row.keyId === null) return 'Dashboard';
  return row.keyName ?? 'A key that no longer exists';
}

/** What identifies a row: the id of a key or of a listing, or a day. */
export function idOfRow(row: Row, by: Usage['by']): string {
  if (by === 'key') return row.keyId ?? NO_KEY;
  return (by === 'listing' ? row.listingId : row.day) ?? '';
}

/** Whether what was bought cost nothing. */
export const isFree = ({ completed, spend }: Pick<Row, 'completed' | 'spend'>): boolean =>
  completed > 0 && spend.every(({ amount }) => amount === 0);

/** What was spent in a currency. */
export const spentIn = ({ spend }: Pick<Row, 'spend'>, currency: string): number =>
  spend.find((money) => money.currency === currency)?.amount ?? 0;

/**
 * The rows of a table: those that cost most in the currency that is shown first. The newest day first, as
 * in other lists.
 */
export function rowsIn({ by, data, totals }: Usage, currency: string | undefined): Row[] {
  if (by === 'day') return data.toReversed();
  if (currency === undefined || totals.spend.length < 2) return data;
  return data.toSorted((a, b) => spentIn(b, currency) - spentIn(a, currency));
}

/** The currency that is shown: the one asked for, or else the first. */
export function shownCurrency({ spend }: Usage['totals'], asked: string | undefined) {
  const known = spend.find(({ currency }) => currency === asked);
  return (known ?? spend.toSorted(byCurrency)[0])?.currency;
}

/** The numbers of the chart of spending: `Spend per day: $4.80 in 30 days, at most $0.52 on 20 Nov`. */
export function spendInWords({ data }: Usage, currency: string): string {
  const money = (amount: number) => formatMoney({ amount, currency });
  const total = data.reduce((sum, row) => sum + Math.round(spentIn(row, currency) * 1e6), 0) / 1e6;
  const most = data.reduce<Row | undefined>(
    (found, row) => (!found || spentIn(row, currency) > spentIn(found, currency) ? row : found),
    undefined,
  );
  const peak =
    most && total > 0
      ? `, at most ${money(spentIn(most, currency))} on ${dayInWords(most.day ?? '')}`
      : '';
  return `Spend per day: ${money(total)} in ${data.length} days${peak}`;
}

/** The numbers of the chart of calls. */
export function callsInWords({ data, totals }: Usage): string {
  const { calls, completed, failed } = totals;
  return `Calls per day: ${COUNT.format(calls)} in ${data.length} days, ${COUNT.format(completed)} completed, ${COUNT.format(failed)} failed`;
}

/** The parts of a statement, in the order in which it shows them. */
export interface Statement {
  listing: Usage;
  key: Usage;
  day: Usage;
}

const NUMBER_LENGTH = 8;

/** `2026-11-F9BBC564`: the month and the start of the account’s permanent id, so that it never changes. */
export const statementNumber = (sellerId: string, month: string): string =>
  `${month}-${sellerId.slice(0, NUMBER_LENGTH).toUpperCase()}`;

/** `454 completed, 6 failed (free)`. */
export const outcomesInWords = ({
  completed,
  failed,
}: Pick<Usage['totals'], 'completed' | 'failed'>): string =>
  [
    `${COUNT.format(completed)} completed`,
    ...(failed > 0 ? [`${COUNT.format(failed)} failed (free)`] : []),
  ].join(', ');

/** A statement as one table: a row for the total, and for each listing, key and day with a call. */
export function statementCsv({ listing, key, day }: Statement): string {
  const { totals } = day;
  const currencies = totals.spend.map(({ currency }) => currency);
  const lineOf = (
    part: string,
    id: string | null,
    name: string | null,
    row: Row | Usage['totals'],
  ) =>
    csvLine([
      part,
      id,
      name,
      row.calls,
      row.completed,
      row.failed,
      ...currencies.map((currency) => spentIn(row, currency)),
    ]);
  const linesOf = ({ by, data }: Usage) =>
    data
      .filter(({ calls }) => calls > 0)
      .map((row) => lineOf(by, idOfRow(row, by), nameOfRow(row, by), row))
      .join('');
  const spend = currencies.map((currency) => `spend ${currency}`);
  return [
    csvLine(['part', 'id', 'name', 'calls', 'completed', 'failed', ...spend]),
    lineOf('total', null, null, totals),
    linesOf(listing),
    linesOf(key),
    linesOf(day),
  ].join('');
}
