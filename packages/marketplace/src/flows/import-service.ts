import type { Caller } from '../domain/caller.ts';
import type { ListingWithWarnings } from '../domain/listing.ts';
import { insertListing, type InsertListingDeps } from './insert-listing.ts';
import { readService, type ReadServiceDeps } from './read-service.ts';

export interface ImportServiceDeps extends ReadServiceDeps, InsertListingDeps {}

/** Creates a listing from what a running service says of itself, and starts its review. */
export async function importService(
  deps: ImportServiceDeps,
  caller: Caller,
  serviceUrl: string,
): Promise<ListingWithWarnings> {
  const { content, warnings } = await readService(deps, serviceUrl, caller.accountId);
  const listing = await insertListing(deps, caller, { content, status: 'pending_review' });
  return { listing, warnings };
}
