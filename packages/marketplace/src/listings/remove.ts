import type { Caller } from '../market/caller.ts';
import { listingNotFound, Refusal, retryOnConflict } from '../market/refusal.ts';
import type { App } from '../server/context.ts';
import { type Listing, nextStep, ownListing } from './listing.ts';

/** The operator's take-down of a listing: final, with a reason that the owner can read. */
export async function archiveListing(
  { store: { listings } }: Pick<App, 'store'>,
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

function checkDeletable(listing: Listing): void {
  const { id, publishedAtMs, status } = listing;
  if (publishedAtMs !== null) {
    throw new Refusal(
      'provider_was_published',
      status === 'archived'
        ? 'A listing that has been published cannot be deleted; it is already archived.'
        : `A listing that has been published cannot be deleted; archive it with PATCH /v1/listings/${id} and { "listingState": "archived" }.`,
      { listingStatus: status },
    );
  }
  if (status === 'pending_review') {
    throw new Refusal(
      'review_in_progress',
      `The listing is under review (pending_review); delete it once the review has ended. ${nextStep(listing)}`,
      { listingStatus: status },
    );
  }
}

/**
 * Deletes a listing that was never published; a published one may have orders, so it is archived
 * instead.
 */
export async function deleteProvider(app: App, caller: Caller, ref: string): Promise<void> {
  const {
    store: { listings },
    feed,
  } = app;
  await retryOnConflict(async () => {
    const listing = await ownListing(app, caller, ref);
    checkDeletable(listing);
    const outcome = await listings.delete(listing.id, listing.version, caller);
    if (outcome === 'deleted') feed.listingUpdated(listing);
    return outcome;
  });
}
