import type { SellerOrderSummary } from '@mkt/client';

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
