import type { Order, OrderSummary } from '@mkt/client';
import { isSettled } from '@mkt/protocol';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from './api.ts';
import { liveState } from './live-state.ts';
import type { OrderSource } from './paged-orders.ts';

/** Without events: the server answers as soon as the order settles. */
const WAIT = '20s';
const RETRY_MS = 3_000;
/** Events of one order are few. */
const EVERY_MS = 100;

/** What the account bought, as a list. */
export const ORDERS: OrderSource<OrderSummary> = {
  noun: 'orders',
  pagesNoun: 'order-pages',
  list: (query, options) => api.orders.list({ ...query, view: 'summary' }, options),
};

/** An order, followed until it has settled. */
export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'one', id],
    async queryFn({ client, signal, queryKey }): Promise<Order> {
      const known = client.getQueryData<Order>(queryKey);
      const isOpen = known && !isSettled(known.orderState);
      const wait = isOpen && !liveState.get() ? WAIT : undefined;
      return await api.orders.get(id, { wait, signal });
    },
    refetchInterval({ state: { data, status } }) {
      if (!data || isSettled(data.orderState) || liveState.get()) return false;
      return status === 'error' ? RETRY_MS : 1;
    },
    meta: { everyMs: EVERY_MS },
    structuralSharing: false,
  });

/** Cancels an order that has not started; the error says if it has. */
export function useCancelOrder(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.orders.cancel(id),
    onSuccess: (order) => client.setQueryData(orderQuery(id).queryKey, order),
    onError: () => client.invalidateQueries(orderQuery(id)),
  });
}
