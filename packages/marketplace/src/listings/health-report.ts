import { LIMITS } from '@mkt/protocol';
import type { Caller } from '../market/caller.ts';
import type { Clock } from '../market/outside.ts';
import type { HealthSummary, Probe } from './health-domain-health.ts';
import type { Listing } from './listing.ts';
import type { Reader } from '../market/reader.ts';
import type { HealthStore, ListingStore } from '../server/store-domain-store.ts';
import { ownListing } from './own-listing.ts';
import { findPublishedListing, type FindPublishedDeps } from '../catalogue/search.ts';

/** A probe every five minutes for seven days, plus a few when the listing is published again. */
const MAX_PROBES = 2_100;

export interface HealthReportDeps {
  listings: Pick<ListingStore, 'find'>;
  health: Pick<HealthStore, 'history'>;
  clock: Pick<Clock, 'now'>;
}

export interface FoundHealth {
  summary: HealthSummary;
  history: Probe[];
}

async function healthOf(
  { health, clock }: Pick<HealthReportDeps, 'health' | 'clock'>,
  listing: Listing,
): Promise<FoundHealth> {
  const since = clock.now() - LIMITS.healthHistoryMs;
  return { summary: listing.health, history: await health.history(listing.id, since, MAX_PROBES) };
}

export const healthReport = async (
  deps: HealthReportDeps,
  caller: Caller,
  ref: string,
): Promise<FoundHealth> => healthOf(deps, await ownListing(deps, caller, ref));

/** The same for buyers. */
export const publishedHealthReport = async (
  deps: HealthReportDeps & FindPublishedDeps,
  ref: string,
  reader: Reader,
): Promise<FoundHealth> => healthOf(deps, await findPublishedListing(deps, ref, reader));
