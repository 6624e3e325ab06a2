import type { SalesTotals, SellerOrder } from '@mkt/client';
import { COUNT, shareInWords } from '../../data/range-words.ts';
import { formatDuration } from '../../ui/duration.ts';

/** How long the service took; nothing is known of a call that was never made. */
export function durationInWords({ orderState, durationMs }: SellerOrder): string {
  if (durationMs !== null) return formatDuration(durationMs);
  return orderState === 'failed' ? '–' : '…';
}

/** Half of the calls took at most this long, and nearly all at most that. */
export const latencyInWords = ({ p50Ms, p95Ms }: Pick<SalesTotals, 'p50Ms' | 'p95Ms'>) => ({
  p50: p50Ms === null ? '–' : formatDuration(p50Ms),
  note: p95Ms === null ? '' : `p95 ${formatDuration(p95Ms)}`,
});

/** The share of the results that could be checked: those that were not say nothing. */
export function mismatchInWords({ valid, invalid, unchecked }: SalesTotals['outputValid']) {
  const checked = valid + invalid;
  const notes = checked === 0 ? [] : [`${COUNT.format(invalid)} of ${COUNT.format(checked)}`];
  if (unchecked > 0) notes.push(`${COUNT.format(unchecked)} not checked`);
  return { share: shareInWords(invalid, checked), note: notes.join(', ') };
}
