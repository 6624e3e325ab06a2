import type { SalesTotals, SellerOrderSummary } from '@mkt/client';
import { COUNT, shareInWords } from '../../data/stats-words.ts';
import { formatDuration } from '../../ui/text.ts';

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

/** What went wrong with a call: why it failed, or where its result is not what was promised. */
export function problemOf(sale: SellerOrderSummary): { title: string; detail: string } | undefined {
  if (sale.orderState === 'failed') {
    return { title: sale.errorMessage, detail: sale.failure.sellerMessage ?? '' };
  }
  if (sale.outputValid !== false) return undefined;
  const place = sale.outputErrors?.[0];
  return {
    title: 'The result does not match outputSchema',
    detail: place ? `${place.path || '/'} ${place.message}` : '',
  };
}
