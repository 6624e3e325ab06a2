import type { OrderStats, SalesStats } from '@mkt/client';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { RANGES, statsQuery, type StatsRange } from '../../data/stats-words.ts';
import { ordersBeforeQuery, salesBeforeQuery } from '../../data/stats-before.ts';
import { orderStatsQuery, salesStatsQuery } from '../../data/stats.ts';

const RANGE_KEY = 'mkt-overview-range';
const DEFAULT_RANGE = '7d';

/** The period that was chosen last in this browser; a browser that stores nothing begins with 7 days. */
export const keptRange = {
  get(): StatsRange {
    try {
      const kept = localStorage.getItem(RANGE_KEY);
      return RANGES.find((known) => known === kept) ?? DEFAULT_RANGE;
    } catch {
      return DEFAULT_RANGE;
    }
  },
  set(range: StatsRange): void {
    try {
      localStorage.setItem(RANGE_KEY, range);
    } catch {
      // Then it is in the address only.
    }
  },
};

/** The statistics of a period, and of the one before it. */
export interface PeriodStats<Stats> {
  now: UseQueryResult<Stats>;
  before: UseQueryResult<Stats>;
}

interface Asked {
  range: StatsRange;
  nowMs: number;
  /** Only of this listing. */
  listingId: string | undefined;
}

const queryOf = ({ range, nowMs, listingId }: Asked) => ({
  ...statsQuery(range, nowMs),
  ...(listingId === undefined ? {} : { listingId }),
});

/** What was bought in a period. */
export const useBought = (asked: Asked): PeriodStats<OrderStats> => ({
  now: useQuery(orderStatsQuery(queryOf(asked))),
  before: useQuery(ordersBeforeQuery(asked)),
});

/** What was sold in a period. */
export const useSold = (asked: Asked, enabled: boolean): PeriodStats<SalesStats> => ({
  now: useQuery({ ...salesStatsQuery(queryOf(asked)), enabled }),
  before: useQuery({ ...salesBeforeQuery(asked), enabled }),
});
