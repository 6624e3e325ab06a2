import type { SalesTotals, SellerOrder } from '@mkt/client';
import type { Shown } from '../../data/order-filter.ts';
import { COUNT, shareInWords } from '../../data/range-words.ts';
import type { StatsRange } from '../../data/stats-range.ts';
import { formatDuration } from '../../ui/duration.ts';

/** What the figures cover: they have an end, even where the list has none. */
export const figuresRange = (period: Shown['period']): StatsRange =>
  period === 'any' ? '30d' : period;

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

/** What went wrong with a call: why it failed, or where its result is not what was promised. */
export function problemOf(sale: SellerOrder): { title: string; detail: string } | undefined {
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
