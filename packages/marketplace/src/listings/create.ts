import { listingWarnings, noPrice } from '@mkt/conformance';
import type { CreateProviderRequest, FromServiceRequest, ListingContent } from '@mkt/protocol';
import type { Caller } from '../market/caller.ts';
import type { Identity } from '../market/outside.ts';
import { Refusal } from '../market/refusal.ts';
import type { ListingStore } from '../server/store.ts';
import {
  checkRunContract,
  type CheckRunContractDeps,
  contentNormaliser,
  FREE_OF_CHARGE,
  priceFrom,
  runContractFrom,
} from './content.ts';
import type { Listing, ListingWithWarnings, NewListing } from './listing.ts';
import { type Jobs, startReview } from './review.ts';
import { readService, type ReadServiceDeps } from './service.ts';
import { checkChosenSlug, slugTaken, wantedSlug } from './slugs.ts';

interface InsertListingDeps {
  listings: Pick<ListingStore, 'insert'>;
  identity: Pick<Identity, 'id'>;
  jobs: Jobs;
  /** How many listings an account may have, not counting archived ones. */
  maxListings: number;
}

interface NewContent {
  content: ListingContent;
  status: NewListing['status'];
  /** The slug that the seller chose; if undefined, it is derived from the title. */
  slug: string | undefined;
}

/** Stores a new listing of the caller; unless it is a draft, its review starts immediately. */
async function insertListing(
  { listings, identity, jobs, maxListings }: InsertListingDeps,
  { accountId, actor }: Pick<Caller, 'accountId' | 'actor'>,
  { content, status, slug }: NewContent,
): Promise<Listing> {
  const outcome = await listings.insert(
    {
      id: identity.id(),
      accountId,
      slug: wantedSlug(slug, content.title),
      content,
      status,
      actor,
      maxListings,
    },
    startReview(jobs),
  );
  switch (outcome) {
    case 'too-many':
      throw new Refusal(
        'quota_exceeded',
        `The account has ${maxListings} listings; archive one to create another.`,
        { limit: 'listings' },
      );
    case 'slug-taken':
      throw slugTaken();
    default:
      return outcome;
  }
}

interface CreateProviderDeps extends CheckRunContractDeps, InsertListingDeps {}

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

interface ImportServiceDeps extends ReadServiceDeps, Omit<InsertListingDeps, 'listings'> {
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
