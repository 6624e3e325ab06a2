import type { Caller } from '../market/caller.ts';
import type { EventFeed } from '../events/event.ts';
import type { Listing } from './listing.ts';
import { nextStep } from './listing-status.ts';
import { Refusal } from '../market/refusal.ts';
import type { ListingStore } from '../server/store-domain-store.ts';
import { ownListing } from './own-listing.ts';
import { retryOnConflict } from '../market/retry-on-conflict.ts';

function checkDeletable(listing: Listing): void {
  const { id, publishedAtMs, status } = listing;
  if (publishedAtMs !== null) {
    throw new Refusal(
      'provider_was_published',
      status === 'archived'
        ? 'A provider that has been published cannot be deleted; it is already archived.'
        : `A provider that has been published cannot be deleted; archive it with PATCH /v1/listings/${id} and { "listingState": "archived" }.`,
      { listingStatus: status },
    );
  }
  if (status === 'pending_review') {
    throw new Refusal(
      'review_in_progress',
      `The provider is under review (pending_review); delete it once the review has ended. ${nextStep(listing)}`,
      { listingStatus: status },
    );
  }
}

/**
 * Deletes a provider that was never published; a published one may have orders, so it is archived
 * instead.
 */
export async function deleteProvider(
  {
    listings,
    feed,
  }: {
    listings: Pick<ListingStore, 'find' | 'delete'>;
    feed: Pick<EventFeed, 'listingUpdated'>;
  },
  caller: Caller,
  ref: string,
): Promise<void> {
  await retryOnConflict(async () => {
    const listing = await ownListing({ listings }, caller, ref);
    checkDeletable(listing);
    const outcome = await listings.delete(listing.id, listing.version);
    if (outcome === 'deleted') feed.listingUpdated(listing);
    return outcome;
  });
}
