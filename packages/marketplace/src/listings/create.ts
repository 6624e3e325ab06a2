import { type CreateProviderRequest, type ListingContent } from '@mkt/protocol';
import { listingWarnings, noPrice } from '@mkt/conformance';
import type { Caller } from '../market/caller.ts';
import type { ListingWithWarnings } from './listing.ts';
import { FREE_OF_CHARGE, priceFrom, runContractFrom } from './content.ts';
import { checkRunContract, type CheckRunContractDeps } from './check-run-contract.ts';
import { contentNormaliser } from './content-normaliser.ts';
import { checkChosenSlug } from './wanted-slug.ts';
import { insertListing, type InsertListingDeps } from './insert-listing.ts';

export interface CreateProviderDeps extends CheckRunContractDeps, InsertListingDeps {}

function contentOf(request: CreateProviderRequest): ListingContent {
  return {
    title: contentNormaliser.title(request.title),
    description: contentNormaliser.description(request.description ?? null),
    category: contentNormaliser.category(request.category ?? null),
    tags: contentNormaliser.tags(request.tags ?? null),
    price: priceFrom(request.price, FREE_OF_CHARGE, contentNormaliser),
    runContract: runContractFrom(request.runContract),
  };
}

/**
 * Creates a provider from a request; unless `listingState` is `"draft"`, its review starts immediately.
 */
export async function createProvider(
  deps: CreateProviderDeps,
  caller: Caller,
  request: CreateProviderRequest,
): Promise<ListingWithWarnings> {
  checkChosenSlug(request.slug);
  const content = contentOf(request);
  const schemaWarnings = await checkRunContract(deps, content.runContract, caller.accountId);
  const status = request.listingState === 'draft' ? 'draft' : 'pending_review';
  const listing = await insertListing(deps, caller, { content, status, slug: request.slug });
  const warnings = listingWarnings(content, schemaWarnings, request);
  // It may be published and bought before its seller sets the intended price.
  if (!request.price) warnings.push(noPrice('request', '/price'));
  return { listing, warnings };
}
