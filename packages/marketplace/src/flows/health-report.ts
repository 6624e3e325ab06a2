import { LIMITS } from '@mkt/protocol';
import type { Caller } from '../domain/caller.ts';
import type { Clock } from '../domain/clock.ts';
import type { HealthSummary, Probe } from '../domain/health.ts';
import type { HealthStore, ListingStore } from '../domain/store.ts';
import { ownListing } from './own-listing.ts';

/** A probe every five minutes for seven days, plus a few when the listing is published again. */
const MAX_PROBES = 2_100;

export async function healthReport(
  {
    listings,
    health,
    clock,
  }: {
    listings: Pick<ListingStore, 'find'>;
    health: Pick<HealthStore, 'history'>;
    clock: Pick<Clock, 'now'>;
  },
  caller: Caller,
  ref: string,
): Promise<{ summary: HealthSummary; history: Probe[] }> {
  const listing = await ownListing({ listings }, caller, ref);
  const since = clock.now() - LIMITS.healthHistoryMs;
  return { summary: listing.health, history: await health.history(listing.id, since, MAX_PROBES) };
}
