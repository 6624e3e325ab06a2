import type {
  ListingStats,
  OrderStats,
  SalesStats,
  StatsQuery,
  Usage,
  UsageQuery,
} from '@mkt/client';
import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';
import { unlessLive } from './refresh.ts';

const REFRESH_MS = 30_000;
/** Of all statistics. */
export const OPTIONS = {
  refetchInterval: unlessLive(REFRESH_MS),
  staleTime: REFRESH_MS,
  // The server adds settled orders to its statistics every 2 s.
  meta: { settlesMs: 3_000 },
};

/** What was bought. */
export const orderStatsQuery = (query: StatsQuery) =>
  queryOptions({
    queryKey: ['orders', 'stats', query],
    queryFn: async ({ signal }): Promise<OrderStats> => await api.stats.orders(query, { signal }),
    ...OPTIONS,
  });

/** What was sold. */
export const salesStatsQuery = (query: StatsQuery) =>
  queryOptions({
    queryKey: ['sales', 'stats', query],
    queryFn: async ({ signal }): Promise<SalesStats> => await api.stats.sales(query, { signal }),
    ...OPTIONS,
  });

/** What was bought, by key, listing or day. */
export const usageQuery = (query: UsageQuery) =>
  queryOptions({
    queryKey: ['orders', 'usage', query],
    queryFn: async ({ signal }): Promise<Usage> => await api.stats.usage(query, { signal }),
    ...OPTIONS,
  });

/** What each of the account's listings sold; those without an order are absent. */
export const listingStatsQuery = (query: Omit<StatsQuery, 'listingId'>) =>
  queryOptions({
    queryKey: ['sales', 'listing-stats', query],
    queryFn: async ({ signal }): Promise<ListingStats> =>
      await api.stats.listings(query, { signal }),
    ...OPTIONS,
  });
