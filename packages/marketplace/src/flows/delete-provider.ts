import type { Caller } from '../domain/caller.ts';
import type { Listing } from '../domain/listing.ts';
import { Refusal } from '../domain/refusal.ts';
import type { ListingStore } from '../domain/store.ts';
import { changedMeanwhile, ownListing } from './own-listing.ts';

/** Read and decide anew when somebody else wrote between. */
const ATTEMPTS = 5;

function checkDeletable({ publishedAtMs, status }: Listing): void {
  if (publishedAtMs !== null) {
    throw new Refusal(
      'provider_was_published',
      'A provider that was once published cannot be deleted; archive it.',
    );
  }
  if (status === 'pending_review') {
    throw new Refusal('review_in_progress', 'The provider is being reviewed; delete it after.');
  }
}

/** Deletes a provider that was never published: one that was may have orders, and is archived. */
export async function deleteProvider(
  { listings }: { listings: Pick<ListingStore, 'find' | 'delete'> },
  caller: Caller,
  ref: string,
): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const listing = await ownListing({ listings }, caller, ref);
    checkDeletable(listing);
    const outcome = await listings.delete(listing.id, listing.version);
    if (outcome === 'deleted') return;
  }
  throw changedMeanwhile();
}
