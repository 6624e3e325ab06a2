import type { Listing } from './listing.ts';
import { listingNotFound, Refusal } from '../market/refusal.ts';
import type { ListingStore } from '../server/store-domain-store.ts';
import { retryOnConflict } from '../market/retry-on-conflict.ts';

/** The operator's take-down of a listing: final, with a reason that the owner can read. */
export async function archiveListing(
  { listings }: { listings: Pick<ListingStore, 'find' | 'change'> },
  ref: string,
  reason: string,
): Promise<Listing> {
  return retryOnConflict(async () => {
    const listing = await listings.find(ref);
    if (!listing) throw listingNotFound(ref);
    const { id, version, status } = listing;
    if (status === 'archived') {
      throw new Refusal('listing_archived', 'The listing is already archived.');
    }
    return listings.change({
      id,
      version,
      actor: { kind: 'operator' },
      status: 'archived',
      rejectionReason: reason,
    });
  });
}
