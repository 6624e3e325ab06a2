import type { Caller } from '../market/caller.ts';
import type { Listing } from './listing.ts';
import { listingNotFound } from '../market/refusal.ts';
import type { ListingStore } from '../server/store-domain-store.ts';

/** One of the caller's listings; one of another owner looks as if it did not exist. */
export async function ownListing(
  { listings }: { listings: Pick<ListingStore, 'find'> },
  caller: Caller,
  ref: string,
): Promise<Listing> {
  const listing = await listings.find(ref);
  if (!listing || listing.accountId !== caller.accountId) throw listingNotFound(ref);
  return listing;
}
