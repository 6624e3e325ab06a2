import type { Caller } from '../domain/caller.ts';
import type { Jobs } from '../domain/jobs.ts';
import type { Listing } from '../domain/listing.ts';
import { checkSubmittable } from '../domain/listing-status.ts';
import type { ListingStore } from '../domain/store.ts';
import { changedMeanwhile, ownListing } from './own-listing.ts';
import { startReview } from './start-review.ts';

/** Read and decide anew when somebody else wrote between. */
const ATTEMPTS = 5;

/** draft or flagged → pending_review. */
export async function submitProvider(
  { listings, jobs }: { listings: Pick<ListingStore, 'find' | 'change'>; jobs: Jobs },
  caller: Caller,
  ref: string,
): Promise<Listing> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const listing = await ownListing({ listings }, caller, ref);
    checkSubmittable(listing);
    const { id, version } = listing;
    const submitted = await listings.change(
      { id, version, status: 'pending_review', rejectionReason: null, reviewChecks: [] },
      startReview(jobs),
    );
    if (submitted !== 'conflict') return submitted;
  }
  throw changedMeanwhile();
}
