import { pause, type Clock } from '../market/outside.ts';
import type { StatsStore } from '../stats/stats.ts';

export interface CountOrdersDeps {
  stats: Pick<StatsStore, 'hasUncounted' | 'next' | 'add'>;
  clock: Pick<Clock, 'monotonic' | 'after'>;
  /** Aborted when the process ends; the next one continues. */
  signal: AbortSignal;
}

/**
 * Adds every order that has settled since the last run to the statistics (docs/statistics.md), each
 * exactly once: its counts and the position in the log of settled orders are stored in one
 * transaction, and only if no other process has moved the position meanwhile.
 */
export async function countOrders({ stats, clock, signal }: CountOrdersDeps): Promise<void> {
  let more = await stats.hasUncounted();
  for (let orders: number | undefined; more && !signal.aborted;) {
    const startedMs = clock.monotonic();
    const counted = await stats.next(orders);
    const added = counted !== undefined && (await stats.add(counted));
    // What has settled since is left to the next run: many orders cost little more than a few.
    more = added && !counted.isLast;
    orders = counted?.nextBatch;
    // Pauses for as long as counting took, so that orders get at least half of the time.
    const tookMs = clock.monotonic() - startedMs;
    if (more && tookMs > 0) await pause(clock, tookMs, signal);
  }
}
