import type { Listing } from '../domain/listing.ts';
import { notFound, Refusal } from '../domain/refusal.ts';
import type { ListingStore } from '../domain/store.ts';
import { changedMeanwhile } from './own-listing.ts';

/** Read and decide again when another writer came between. */
const ATTEMPTS = 5;

/** The operator's take-down: for good, with a reason that the owner reads. */
export async function archiveListing(
  { listings }: { listings: Pick<ListingStore, 'find' | 'change'> },
  ref: string,
  reason: string,
): Promise<Listing> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const listing = await listings.find(ref);
    if (!listing) throw notFound('listing');
    const { id, version, status } = listing;
    if (status === 'archived') {
      throw new Refusal('listing_archived', 'The listing is archived already.');
    }
    const change = { id, version, status: 'archived', rejectionReason: reason } as const;
    const outcome = await listings.change(change);
    if (outcome !== 'conflict') return outcome;
  }
  throw changedMeanwhile();
}
