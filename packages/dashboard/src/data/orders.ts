import {
  JsonText,
  MktError,
  type Order,
  type OrderSummary,
  type SellerOrder,
  type SellerOrderSummary,
} from '@mkt/client';
import { isSettled } from '@mkt/protocol';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { api } from './api.ts';
import type { OrderSource } from './paged-orders.ts';
import { liveState } from './refresh.ts';

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

interface Activation {
  listing: string;
  /** JSON text, which is sent as it is. */
  input: string;
  /** The price that the page showed: the server refuses the order if it has risen. */
  price: { amount: number; currency: string };
}

/** Browsers have no `crypto.randomUUID` on a page loaded over http. */
const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/** Errors after which an order may exist: running again must send the same key. */
const isUncertain = (error: unknown) =>
  !(error instanceof MktError) || !('status' in error) || Number(error.status) >= 500;

/** Places an order, once however often an attempt that may have arrived is repeated. */
export function useActivate() {
  const client = useQueryClient();
  const attempt = useRef<{ key: string; body: string } | undefined>(undefined);
  return useMutation({
    async mutationFn({ listing, input, price }: Activation): Promise<Order> {
      const body = `${listing} ${input}`;
      if (attempt.current?.body !== body) attempt.current = { key: randomKey(), body };
      const order = await api.activate(listing, new JsonText(input), {
        idempotencyKey: attempt.current.key,
        maxPrice: price,
      });
      attempt.current = undefined;
      // Read again when it is shown: it may have settled before anything followed it.
      client.setQueryData(orderQuery(order.id).queryKey, order, { updatedAt: 0 });
      void client.invalidateQueries({ queryKey: ['orders', 'newest'] });
      return order;
    },
    onError(error) {
      if (!isUncertain(error)) attempt.current = undefined;
    },
  });
}
