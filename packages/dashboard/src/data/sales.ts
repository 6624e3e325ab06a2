import type { SellerOrderSummary } from '@mkt/client';
import { api } from './api.ts';
import type { OrderSource } from './paged-orders.ts';

/** The calls to the account's own listings, as a list. */
export const SALES: OrderSource<SellerOrderSummary> = {
  noun: 'sales',
  pagesNoun: 'sales-pages',
  list: (query, options) => api.providers.sales({ ...query, view: 'summary' }, options),
};
