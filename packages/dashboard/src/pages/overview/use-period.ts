import type { OrderStats, SalesStats, StatsQuery } from '@mkt/client';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { RANGES, statsQuery, type StatsRange } from '../../data/stats-words.ts';
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

const queriesOf = ({ range, nowMs, listingId }: Asked): Record<'now' | 'before', StatsQuery> => {
  const of = listingId === undefined ? {} : { listingId };
  return {
    now: { ...statsQuery(range, nowMs), ...of },
    before: { ...statsQuery(range, nowMs, true), ...of },
  };
};

/** What was bought in a period. */
export function useBought(asked: Asked): PeriodStats<OrderStats> {
  const { now, before } = queriesOf(asked);
  return { now: useQuery(orderStatsQuery(now)), before: useQuery(orderStatsQuery(before)) };
}

/** What was sold in a period. */
export function useSold(asked: Asked, enabled: boolean): PeriodStats<SalesStats> {
  const { now, before } = queriesOf(asked);
  return {
    now: useQuery({ ...salesStatsQuery(now), enabled }),
    before: useQuery({ ...salesStatsQuery(before), enabled }),
  };
}
