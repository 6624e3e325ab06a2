import type { OrderListQuery } from '@mkt/protocol';
import { awaitOrder, type WaitOptions } from '../await-order.ts';
import { listOf, type List } from '../list.ts';
import { readOrder, type ReadOrderOptions } from '../read-order.ts';
import type { Order } from '../records.ts';
import type { RequestOptions, Transport } from '../transport.ts';

export type Orders = ReturnType<typeof orders>;

/** Your orders. `activate` and `run` make them. */
export function orders(transport: Transport) {
  return {
    async get(id: string, options: ReadOrderOptions = {}): Promise<Order> {
      return (await readOrder(transport, id, options)).data;
    },

    list(query: OrderListQuery = {}, options: RequestOptions = {}): List<Order> {
      return listOf(
        (cursor) => transport.call('listOrders', { ...options, query: { ...query, ...cursor } }),
        options.signal,
      );
    },

    /** Waits until the order is over, and gives it, also when it failed. */
    async wait(id: string, options: WaitOptions = {}): Promise<Order> {
      const response = await awaitOrder(
        {
          fetchOrder: (_, { waitMs, signal }) =>
            readOrder(transport, id, { wait: waitMs, signal, retries: 0 }),
        },
        options,
      );
      return response.data;
    },
  };
}
