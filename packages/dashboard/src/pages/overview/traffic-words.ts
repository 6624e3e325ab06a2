import type { SalesStats } from '@mkt/client';
import { formatDuration } from '../../ui/duration.ts';
import { COUNT } from '../../data/range-words.ts';

const HOUR = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
});
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** `14:00` for an hour, `22 Nov` for a day, both of UTC. */
export const startInWords = (start: string, by: SalesStats['by']): string =>
  (by === 'day' ? DAY : HOUR).format(Date.parse(start));

/** A chart of calls in words, for screen readers. */
export function callsInWords({ by, totals, data }: SalesStats): string {
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
  return parts.join(' ');
}

function rangeOf(values: readonly (number | null)[]): string {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return 'unknown';
  const [least, most] = [Math.min(...known), Math.max(...known)].map(formatDuration);
  return least === most ? `${least}` : `between ${least} and ${most}`;
}

/** A chart of latency in words, for screen readers. */
export const latencyInWords = ({ by, data }: SalesStats): string =>
  `Latency per ${by}: p50 ${rangeOf(data.map(({ p50Ms }) => p50Ms))}, p95 ${rangeOf(
    data.map(({ p95Ms }) => p95Ms),
  )}.`;
