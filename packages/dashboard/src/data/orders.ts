import { JsonText, MktError, type Order } from '@mkt/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { api } from './api.ts';
import { orderQuery } from './orders-data-orders.ts';

export interface Activation {
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
