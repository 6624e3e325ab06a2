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
import { hoursBefore, statsQuery, type StatsRange } from './stats-words.ts';

const REFRESH_MS = 30_000;
const OPTIONS = {
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

/** What is compared with a range that ends now. */
interface Compared {
  range: StatsRange;
  nowMs: number;
  listingId?: string | undefined;
}

/** The range before, and the hours of its last day for which there is a like today. */
function queriesBefore({ range, nowMs, listingId }: Compared) {
  const of = listingId === undefined ? {} : { listingId };
  const hours = hoursBefore(range, nowMs);
  return {
    days: { ...statsQuery(range, nowMs, true), ...of },
    hours: hours && { ...hours, ...of },
  };
}

interface Counts<Row> {
  to: string;
  totals: Omit<Row, 'start'>;
  data: Row[];
}

/** The days with the last one cut off where the hours end. */
const cutOff = <Row, Stats extends Counts<Row>>(days: Stats, { totals, to }: Counts<Row>) => ({
  ...days,
  data: days.data.map((day, index) => (index < days.data.length - 1 ? day : { ...day, ...totals })),
  until: to,
});

/** What was bought before, for as long as now. */
export const ordersBeforeQuery = (compared: Compared) => {
  const { days, hours } = queriesBefore(compared);
  return queryOptions({
    queryKey: ['orders', 'stats', 'before', days, hours],
    async queryFn({ signal }): Promise<OrderStats> {
      const [whole, part] = await Promise.all([
        api.stats.orders(days, { signal }),
        hours && api.stats.orders(hours, { signal }),
      ]);
      return part ? cutOff(whole, part) : whole;
    },
    ...OPTIONS,
  });
};

/** What was sold before, for as long as now. */
export const salesBeforeQuery = (compared: Compared) => {
  const { days, hours } = queriesBefore(compared);
  return queryOptions({
    queryKey: ['sales', 'stats', 'before', days, hours],
    async queryFn({ signal }): Promise<SalesStats> {
      const [whole, part] = await Promise.all([
        api.stats.sales(days, { signal }),
        hours && api.stats.sales(hours, { signal }),
      ]);
      return part ? cutOff(whole, part) : whole;
    },
    ...OPTIONS,
  });
};

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
