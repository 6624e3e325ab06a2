import type { Caller } from '../market/caller.ts';
import type { Jobs } from './jobs.ts';
import type { Listing } from './listing.ts';
import { checkSubmittable } from './listing-status.ts';
import type { ListingStore } from '../server/store-domain-store.ts';
import { ownListing } from './own-listing.ts';
import { retryOnConflict } from '../market/retry-on-conflict.ts';
import { startReview } from './start-review.ts';

/** draft or flagged → pending_review. */
export async function submitProvider(
  { listings, jobs }: { listings: Pick<ListingStore, 'find' | 'change'>; jobs: Jobs },
  caller: Caller,
  ref: string,
): Promise<Listing> {
  return retryOnConflict(async () => {
    const listing = await ownListing({ listings }, caller, ref);
    checkSubmittable(listing);
    const { id, version } = listing;
    return listings.change(
      {
        id,
        version,
        actor: caller.actor,
        status: 'pending_review',
        rejectionReason: null,
        reviewChecks: [],
      },
      startReview(jobs),
    );
  });
}
