import { rateListings } from '../catalogue/sql-quality.ts';
import type { Engine } from '../database/engine.ts';
import { OPERATOR, type Reader } from '../market/caller.ts';
import {
  addStats,
  hasUncounted,
  nextCounts,
  pruneStats,
  readStats,
  readUsage,
  statisticsLagMs,
} from './sql.ts';
import type { Counted, StatsCounts, StatsRange, UsageOfPart } from './stats.ts';

/** Counts of settled orders per account, listing, hour and day (docs/buy/spending.md#statistics). */
export function statsStore({ read, list, write }: Engine) {
  return {
    /** Whether orders have settled that are not counted. */
    hasUncounted: (): Promise<boolean> => read(hasUncounted, undefined),
    /** How long the next order that is not counted has been settled; 0 if all are counted. */
    lagMs: (): Promise<number> => read(statisticsLagMs, undefined),
    /** Counts the next orders of the log, as many as fit one transaction; `undefined` if there are none. */
    next: (orders?: number): Promise<Counted | undefined> => list(nextCounts, orders, OPERATOR),
    /**
     * Stores the rows and moves the position, in one transaction; false, and nothing is stored, if the
     * position is no longer `from`.
     */
    add: (counted: Pick<Counted, 'from' | 'to' | 'rows' | 'quality'>): Promise<boolean> =>
      write(addStats, counted),
    /** The counts in a range, by the start of their hour or day; those without an order are absent. */
    read: (
      range: StatsRange,
      reader: Reader,
    ): Promise<{ startMs: number; counts: StatsCounts }[]> => list(readStats, range, reader),
    /** What an account bought in a range of days, by key or by listing; those with most calls first. */
    usage: (
      range: { accountId: string; by: 'key' | 'listing'; fromMs: number; toMs: number },
      reader: Reader,
    ): Promise<UsageOfPart[]> => list(readUsage, range, reader),
    /**
     * Computes the quality of listings whose rating is due: within a minute of a sale that is counted,
     * and once a day. Resolves with their number.
     */
    rate: (limit: number): Promise<number> => write(rateListings, limit),
    /** Deletes hours and days that are no longer kept. Resolves with their number. */
    prune: (limit: number): Promise<number> => write(pruneStats, limit),
  };
}

export type StatsStore = ReturnType<typeof statsStore>;
