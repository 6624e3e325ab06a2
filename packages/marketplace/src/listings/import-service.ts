import type { FromServiceRequest } from '@mkt/protocol';
import type { Caller } from '../market/caller.ts';
import type { ListingStore } from '../server/store-domain-store.ts';
import type { ListingWithWarnings } from './listing.ts';
import { insertListing, type InsertListingDeps } from './insert-listing.ts';
import { checkChosenSlug, slugTaken } from './wanted-slug.ts';
import { readService, type ReadServiceDeps } from './service.ts';

export interface ImportServiceDeps extends ReadServiceDeps, Omit<InsertListingDeps, 'listings'> {
  listings: Pick<ListingStore, 'insert' | 'freeSlug'>;
}

/** Creates a listing from the contract of a running service, and starts its review. */
export async function importService(
  deps: ImportServiceDeps,
  caller: Caller,
  request: FromServiceRequest,
): Promise<ListingWithWarnings> {
  const { slug } = request;
  checkChosenSlug(slug);
  // Checked before the service is called, because a slug that is taken never becomes free.
  if (slug !== undefined && !(await deps.listings.freeSlug({ chosen: slug }))) throw slugTaken();
  const { content, warnings } = await readService(deps, request, caller.accountId);
  const listing = await insertListing(deps, caller, { content, status: 'pending_review', slug });
  return { listing, warnings };
}
