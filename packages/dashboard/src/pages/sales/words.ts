import type { FailureReason, SalesTotals, SellerOrderSummary } from '@mkt/client';
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

/** What a seller does about a service that could not be called, as in docs/sell/diagnose.md#failed-orders. */
const FIXES: Readonly<Record<FailureReason, string>> = {
  dns: 'Check the DNS records of the host name.',
  certificate_expired: 'Renew the certificate, and restart what serves it.',
  certificate_not_yet_valid: 'Check the clock of the machine that issued the certificate.',
  certificate_wrong_host: 'Use a certificate for the host name in the address, or that address.',
  certificate_untrusted:
    'Use a certificate of a public authority, and send its intermediate certificates too.',
  not_tls: 'Check the port: https needs a server that speaks TLS there.',
  handshake_failed: 'Check the TLS settings of the server: TLS 1.2 or 1.3, and its host names.',
  marketplace_network: 'There is nothing to do: this was not your service.',
};

/** What went wrong with a call: why it failed, or where its result is not what was promised. */
export function problemOf(sale: SellerOrderSummary): { title: string; detail: string } | undefined {
  if (sale.orderState === 'failed') {
    const { reason, sellerMessage } = sale.failure;
    return { title: sale.errorMessage, detail: sellerMessage ?? (reason ? FIXES[reason] : '') };
  }
  if (sale.outputValid !== false) return undefined;
  const place = sale.outputErrors?.[0];
  return {
    title: 'The result does not match outputSchema',
    detail: place ? `${place.path || '/'} ${place.message}` : '',
  };
}
