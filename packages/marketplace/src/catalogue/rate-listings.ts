import type { StatsStore } from '../stats/stats.ts';

/** On SQLite this many take about 2 ms, in which no order is handled. */
const AT_ONCE = 20;

/** Updates the quality of the listings that are due (docs/listings.md#quality). */
export async function rateListings({
  stats,
  signal,
}: {
  stats: Pick<StatsStore, 'rate'>;
  /** Aborted when the process ends; the next one continues. */
  signal: AbortSignal;
}): Promise<void> {
  let more = true;
  while (more && !signal.aborted) more = (await stats.rate(AT_ONCE)) === AT_ONCE;
}
