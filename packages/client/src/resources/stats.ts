import type { ApiPromise } from '../api-promise.ts';
import type { OrderStats, SalesStats, StatsQuery, Usage, UsageQuery } from '../records-src-records.ts';
import type { RequestOptions } from '../request-options.ts';
import type { Transport } from '../transport.ts';

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
  };
}
