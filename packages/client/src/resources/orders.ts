import { apiPromise, type ApiPromise, type WithResponse } from '../api-promise.ts';
import {
  awaitOrder,
  type OrderWait,
  readOrder,
  type ReadOrderOptions,
  WAIT_OPTIONS,
  type WaitOptions,
} from '../await-order.ts';
import { type List, listOf } from '../list.ts';
import { checkOptionNames, type RequestOptions } from '../options.ts';
import type {
  ListedOrder,
  ListedSale,
  ListingStats,
  ListingStatsQuery,
  Order,
  OrderListQuery,
  OrderStats,
  SalesListQuery,
  SalesStats,
  SellerOrder,
  SettledOrder,
  StatsQuery,
  Usage,
  UsageQuery,
} from '../records.ts';
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

export type Sales = ReturnType<typeof sales>;

/** The orders of all your listings, as their seller. */
export function sales({ call }: Transport) {
  return {
    /** One of your sales in full, by the id of the order. */
    get(id: string, options: RequestOptions = {}): ApiPromise<SellerOrder> {
      return call('getSale', options, { id });
    },

    /**
     * Newest first, with the buyer's pseudonym; with `view: 'summary'` without inputs and results,
     * which may be large.
     */
    list<Query extends SalesListQuery = object>(
      query?: Query,
      options: RequestOptions = {},
    ): List<ListedSale<Query>> {
      const list = listOf(
        (after) => call('listSales', options, { query: { ...query, ...after } }),
        options.signal,
      );
      // The query decides which of the two records the marketplace sends.
      return list as List<ListedSale<Query>>;
    },
  };
}

export type Stats = ReturnType<typeof stats>;

/** Counts of settled orders per hour or day: the last 24 hours by default. */
export function stats({ call }: Transport) {
  return {
    /** What you bought: calls, failures by kind, and what you spent. */
    orders(query: StatsQuery = {}, options: RequestOptions = {}): ApiPromise<OrderStats> {
      return call('getOrderStats', options, { query });
    },

    /** What you bought by key, listing or day: the last 30 days by default. */
    usage(query: UsageQuery = {}, options: RequestOptions = {}): ApiPromise<Usage> {
      return call('getUsage', options, { query });
    },

    /** What your listings sold: calls, failures by kind, revenue and durations. */
    sales(query: StatsQuery = {}, options: RequestOptions = {}): ApiPromise<SalesStats> {
      return call('getSalesStats', options, { query });
    },

    /** What each of your listings sold: calls, failures by kind and revenue. */
    listings(
      query: ListingStatsQuery = {},
      options: RequestOptions = {},
    ): ApiPromise<ListingStats> {
      return call('getListingStats', options, { query });
    },
  };
}
