import type { OrderStats } from '@mkt/client';
import type { StatsRange } from './stats-range.ts';

const RANGE_WORDS: Readonly<Record<StatsRange, string>> = {
  '24h': 'the last 24 hours',
  '7d': 'the last 7 days',
  '30d': 'the last 30 days',
};

const COUNT = new Intl.NumberFormat('en-US');

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
