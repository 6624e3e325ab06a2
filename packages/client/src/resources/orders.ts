import { apiPromise, type ApiPromise, type WithResponse } from '../api-promise.ts';
import { awaitOrder, WAIT_OPTIONS, type OrderWait, type WaitOptions } from '../await-order.ts';
import { listOf, type List } from '../list.ts';
import { checkOptionNames } from '../options.ts';
import { readOrder, type ReadOrderOptions } from '../read-order.ts';
import type { ListedOrder, Order, OrderListQuery, SettledOrder } from '../records-src-records.ts';
import type { RequestOptions } from '../request-options.ts';
import type { Transport } from '../transport.ts';

export type Orders = ReturnType<typeof orders>;

/** Your orders. `activate` and `run` create them. */
export function orders(transport: Transport) {
  return {
    /** An order as it is now or, with `wait`, as soon as it has settled. */
    get(id: string, options: ReadOrderOptions = {}): ApiPromise<Order> {
      return readOrder(transport, id, options);
    },

    /** Newest first; with `view: 'summary'` without inputs and results, which may be large. */
    list<Query extends OrderListQuery = object>(
      query?: Query,
      options: RequestOptions = {},
    ): List<ListedOrder<Query>> {
      const list = listOf(
        (after) => transport.call('listOrders', options, { query: { ...query, ...after } }),
        options.signal,
      );
      // The query decides which of the two records the marketplace sends.
      return list as List<ListedOrder<Query>>;
    },

    /**
     * Cancels an order that is `pending`: it fails with the kind `cancelled` and is not charged. An
     * order whose call has started is a `ConflictError`.
     */
    cancel(id: string, options: RequestOptions = {}): ApiPromise<Order> {
      return transport.call('cancelOrder', options, { id });
    },

    /**
     * Waits until the order has settled, and returns it; a failed order does not throw. Given the order
     * of a typed `activate`, the result has its type too.
     */
    wait<Result = unknown>(
      order: string | Order<Result>,
      options: WaitOptions = {},
    ): ApiPromise<SettledOrder<Result>> {
      return apiPromise(async () => {
        checkOptionNames(options, WAIT_OPTIONS);
        const id = typeof order === 'string' ? order : order.id;
        const { headers } = options;
        const { hasConnected } = transport;
        const fetchOrder: OrderWait['fetchOrder'] = (_, poll) =>
          readOrder(transport, id, { ...poll, headers, retries: 0 });
        const settled = await awaitOrder({ hasConnected, fetchOrder }, options);
        // The types of results are declared by the caller's project, from the schemas.
        return settled as WithResponse<SettledOrder<Result>>;
      });
    },
  };
}
