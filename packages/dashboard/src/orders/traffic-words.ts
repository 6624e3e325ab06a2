import type { SalesStats } from '@mkt/client';
import type { Period } from '../data/order-filter.ts';
import { comparedInWords, COUNT, spansOf } from '../data/stats-words.ts';
import { formatDuration, formatMoney } from '../ui/text.ts';

const HOUR = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
});
const HOUR_MS = 3_600_000;
const WEEKDAY = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** `14:00` for an hour, `22 Nov` for a day, both in UTC. */
export const startInWords = (start: string, by: SalesStats['by']): string =>
  (by === 'day' ? DAY : HOUR).format(Date.parse(start));

/** The place under the cursor: `22 Nov, 14:00 to 15:00 UTC` for an hour, `Sun 22 Nov, UTC` for a day. */
export function placeInWords(start: string, by: SalesStats['by']): string {
  const atMs = Date.parse(start);
  if (by === 'day') return `${WEEKDAY.format(atMs)}, UTC`;
  return `${DAY.format(atMs)}, ${HOUR.format(atMs)} to ${HOUR.format(atMs + HOUR_MS)} UTC`;
}

interface Calls {
  calls: number;
  completed: number;
  failed: number;
  /** Known only for calls that were sold. */
  p50Ms?: number | null;
  p95Ms?: number | null;
  revenue?: SalesStats['totals']['revenue'];
}

/** What was sold or bought, per hour or day. */
export interface Traffic {
  by: SalesStats['by'];
  totals: Calls;
  data: readonly (Calls & { start: string })[];
}

/** A chart of calls in words, for screen readers. */
export function callsInWords(
  { by, totals, data }: Traffic,
  before: Traffic | undefined,
  period: Period,
): string {
  const most = data.toSorted((a, b) => b.calls - a.calls)[0];
  const worst = data.toSorted((a, b) => b.failed - a.failed)[0];
  const parts = [
    `Calls per ${by}: ${COUNT.format(totals.calls)} in all, ${COUNT.format(totals.failed)} failed.`,
  ];
  if (most && most.calls > 0) {
    parts.push(`Highest ${COUNT.format(most.calls)} at ${startInWords(most.start, by)}.`);
  }
  if (worst && worst.failed > 0) {
    parts.push(
      `Failures peak at ${COUNT.format(worst.failed)} at ${startInWords(worst.start, by)}.`,
    );
  }
  const spans = spansOf({ data }, before, period);
  if (spans && period !== 'any') parts.push(comparedInWords(totals.calls, spans, period));
  return parts.join(' ');
}

/** A chart of revenue in words, for screen readers. */
export function revenueInWords({ by, totals, data }: Traffic, currency: string): string {
  const amountOf = ({ revenue = [] }: Calls) =>
    revenue.find((money) => money.currency === currency)?.amount ?? 0;
  const money = (row: Calls) => formatMoney({ amount: amountOf(row), currency });
  const most = data.toSorted((a, b) => amountOf(b) - amountOf(a))[0];
  const peak =
    most && amountOf(most) > 0 ? ` Highest ${money(most)} at ${startInWords(most.start, by)}.` : '';
  return `Revenue per ${by}: ${money(totals)} in all.${peak}`;
}

function rangeOf(values: readonly (number | null | undefined)[]): string {
  const known = values.filter((value) => typeof value === 'number');
  if (known.length === 0) return 'unknown';
  const [least, most] = [Math.min(...known), Math.max(...known)].map(formatDuration);
  return least === most ? `${least}` : `between ${least} and ${most}`;
}

/** A chart of durations in words, for screen readers. */
export const durationInWords = ({ by, data }: Pick<Traffic, 'by' | 'data'>): string =>
  `Duration per ${by}: median ${rangeOf(data.map(({ p50Ms }) => p50Ms))}, p95 ${rangeOf(
    data.map(({ p95Ms }) => p95Ms),
  )}.`;
