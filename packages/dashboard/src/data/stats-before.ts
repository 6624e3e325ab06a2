import type { OrderStats, SalesStats, StatsQuery } from '@mkt/client';
import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';
import { hoursBefore, statsQuery, type StatsRange } from './stats-words.ts';
import { OPTIONS } from './stats.ts';

/** What is compared with a range that ends now. */
interface Compared {
  range: StatsRange;
  nowMs: number;
  listingId?: string | undefined;
}

/** The statistics of the range before, whose last day is cut off where today is. */
const queryBefore = <Stats extends OrderStats | SalesStats>(
  noun: 'orders' | 'sales',
  { range, nowMs, listingId }: Compared,
) => {
  const of = listingId === undefined ? {} : { listingId };
  const days = { ...statsQuery(range, nowMs, true), ...of };
  const hours = hoursBefore(range, nowMs);
  return queryOptions({
    queryKey: [noun, 'stats', 'before', days, hours?.to],
    async queryFn({ signal }) {
      const read = async (query: StatsQuery) =>
        (await api.stats[noun](query, { signal })) as unknown as Stats;
      const [whole, part] = await Promise.all([read(days), hours && read({ ...hours, ...of })]);
      if (!part) return whole;
      const last = whole.data.length - 1;
      const data = whole.data.map((day, index) =>
        index < last ? day : { ...day, ...part.totals },
      );
      return { ...whole, data, until: part.to };
    },
    ...OPTIONS,
  });
};

/** What was bought before, until the same full hour. */
export const ordersBeforeQuery = (compared: Compared) =>
  queryBefore<OrderStats>('orders', compared);

/** What was sold before, until the same full hour. */
export const salesBeforeQuery = (compared: Compared) => queryBefore<SalesStats>('sales', compared);
