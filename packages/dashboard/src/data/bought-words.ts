import type { OrderStats } from '@mkt/client';
import { COUNT, RANGE_WORDS } from './range-words.ts';
import type { StatsRange } from './stats-words.ts';

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
