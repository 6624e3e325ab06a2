import type { SalesTotals, SellerOrderSummary } from '@mkt/client';
import { COUNT, shareInWords } from '../../data/range-words.ts';
import { formatDuration } from '../../ui/duration.ts';

/** How long the service took; a dash if it was never called. */
export function durationInWords({ orderState, durationMs }: SellerOrderSummary): string {
  if (durationMs !== null) return formatDuration(durationMs);
  return orderState === 'failed' ? '–' : '…';
}

/** The median, and the 95th percentile as a note. */
export const latencyInWords = ({ p50Ms, p95Ms }: Pick<SalesTotals, 'p50Ms' | 'p95Ms'>) => ({
  p50: p50Ms === null ? '–' : formatDuration(p50Ms),
  note: p95Ms === null ? '' : `p95 ${formatDuration(p95Ms)}`,
});

/** The share of mismatches among the results that could be checked. */
export function mismatchInWords({ valid, invalid, unchecked }: SalesTotals['outputValid']) {
  const checked = valid + invalid;
  const notes = checked === 0 ? [] : [`${COUNT.format(invalid)} of ${COUNT.format(checked)}`];
  if (unchecked > 0) notes.push(`${COUNT.format(unchecked)} not checked`);
  return { share: shareInWords(invalid, checked), note: notes.join(', ') };
}
