import type { SellerOrder, SellerOrderSummary } from '@mkt/client';
import { isSettled } from '@mkt/protocol';
import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';
import { liveState } from './live-state.ts';
import type { OrderSource } from './paged-orders.ts';

/** Without events: how often an unsettled sale is read. */
const POLL_MS = 2_000;

/** The calls to the account's own listings, as a list. */
export const SALES: OrderSource<SellerOrderSummary> = {
  noun: 'sales',
  pagesNoun: 'sales-pages',
  list: (query, options) => api.sales.list({ ...query, view: 'summary' }, options),
};

/** One of these calls in full, followed until it has settled. */
export const saleQuery = (id: string) =>
  queryOptions({
    queryKey: ['sales', 'one', id],
    queryFn: ({ signal }): Promise<SellerOrder> => api.sales.get(id, { signal }),
    refetchInterval({ state: { data } }) {
      return data && !isSettled(data.orderState) && !liveState.get() ? POLL_MS : false;
    },
    structuralSharing: false,
  });
