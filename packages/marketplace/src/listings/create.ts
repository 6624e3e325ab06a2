import { listingWarnings, noPrice } from '@mkt/conformance';
import type { CreateProviderRequest, FromServiceRequest, ListingContent } from '@mkt/protocol';
import type { Caller } from '../market/caller.ts';
import { Refusal } from '../market/refusal.ts';
import type { App } from '../server/context.ts';
import {
  checkRunContract,
  FREE_OF_CHARGE,
  priceFrom,
  runContractFrom,
  textsOf,
} from './content.ts';
import type { Listing, ListingWithWarnings, NewListing } from './listing.ts';
import { startReview } from './review.ts';
import { readService } from './service.ts';
import { checkChosenSlug, slugTaken, wantedSlug } from './slugs.ts';

interface NewContent {
  content: ListingContent;
  status: NewListing['status'];
  /** The slug that the seller chose; if undefined, it is derived from the title. */
  slug: string | undefined;
}

/** Stores a new listing of the caller; unless it is a draft, its review starts immediately. */
async function insertListing(
  { store: { listings }, shares: { listings: maxListings }, identity, jobs }: App,
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

const contentOf = (request: CreateProviderRequest): ListingContent => ({
  ...textsOf(request),
  price: priceFrom(request.price, FREE_OF_CHARGE),
  runContract: runContractFrom(request.runContract),
});

/**
 * Creates a listing from a request; unless `listingState` is `"draft"`, its review starts immediately.
 */
export async function createProvider(
  app: App,
  caller: Caller,
  request: CreateProviderRequest,
): Promise<ListingWithWarnings> {
  checkChosenSlug(request.slug);
  const content = contentOf(request);
  const schemaWarnings = await checkRunContract(app, content.runContract, caller.accountId);
  const status = request.listingState === 'draft' ? 'draft' : 'pending_review';
  const listing = await insertListing(app, caller, { content, status, slug: request.slug });
  const warnings = listingWarnings(content, schemaWarnings, request);
  // It may be published and bought before its seller sets the intended price.
  if (!request.price) warnings.push(noPrice('request', '/price'));
  return { listing, warnings };
}

/** Creates a listing from the contract of a running service, and starts its review. */
export async function importService(
  app: App,
  caller: Caller,
  request: FromServiceRequest,
): Promise<ListingWithWarnings> {
  const { slug } = request;
  return app.withChecks(caller.accountId, async (checks) => {
    checkChosenSlug(slug);
    // Checked before the service is called, because a slug that is taken never becomes free.
    if (slug !== undefined && !(await app.store.listings.freeSlug({ chosen: slug }))) {
      throw slugTaken();
    }
    const { content, warnings } = await readService(app, checks, request, caller.accountId);
    const listing = await insertListing(app, caller, { content, status: 'pending_review', slug });
    return { listing, warnings };
  });
}
