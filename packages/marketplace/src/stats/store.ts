import { rateListings } from '../catalogue/sql-quality.ts';
import type { Engine } from '../database/engine.ts';
import type { SettledPosition } from '../orders/sql-log.ts';
import { OPERATOR, type Reader } from '../market/caller.ts';
import type { CountedPosition, Uncounted } from './count-orders.ts';
import {
  addStats,
  type CountedPart,
  countedPosition,
  hasUncounted,
  nextUncounted,
  statisticsLagMs,
} from './sql-count.ts';
import { pruneStats, readParts, readStats } from './sql.ts';
import type { PartsRange, StatsCounts, StatsRange, UsageOfPart } from './stats.ts';

/** Counts of settled orders per account, listing, hour and day (docs/buy/spending.md#statistics). */
export function statsStore({ read, list, write }: Engine) {
  return {
    /** Whether orders have settled that are not counted. */
    hasUncounted: (): Promise<boolean> => read(hasUncounted, undefined),
    /** How long ago the oldest uncounted order settled; 0 if all are counted. */
    lagMs: (): Promise<number> => read(statisticsLagMs, undefined),
    /** How far the log is counted. */
    position: (): Promise<CountedPosition> => read(countedPosition, undefined),
    /** The next thousand orders of the log, up to a position if one is given; `undefined` if there are none. */
    next: (range: {
      after: SettledPosition;
      until: SettledPosition | undefined;
    }): Promise<Uncounted | undefined> => list(nextUncounted, range, OPERATOR),
    /** Adds rows and moves the position, in one transaction; false, and nothing is stored, if it is not `from`. */
    add: (part: CountedPart): Promise<boolean> => write(addStats, part),
    /** The counts in a range, by the start of their hour or day; those without an order are absent. */
    read: (
      range: StatsRange,
      reader: Reader,
    ): Promise<{ startMs: number; counts: StatsCounts }[]> => list(readStats, range, reader),
    /** What an account bought or sold in a range, by key or by listing; those with most calls first. */
    byPart: (range: PartsRange, reader: Reader): Promise<UsageOfPart[]> =>
      list(readParts, range, reader),
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
