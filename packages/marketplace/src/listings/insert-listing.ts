import type { ListingContent } from '@mkt/protocol';
import type { Caller } from '../market/caller.ts';
import type { Identity } from '../market/identity.ts';
import type { Jobs } from './jobs.ts';
import type { Listing, NewListing } from './listing.ts';
import { Refusal } from '../market/refusal.ts';
import { slugTaken, wantedSlug } from './wanted-slug.ts';
import type { ListingStore } from '../server/store-domain-store.ts';
import { startReview } from './start-review.ts';

export interface InsertListingDeps {
  listings: Pick<ListingStore, 'insert'>;
  identity: Pick<Identity, 'id'>;
  jobs: Jobs;
  /** How many listings an account may have, not counting archived ones. */
  maxListings: number;
}

export interface NewContent {
  content: ListingContent;
  status: NewListing['status'];
  /** The slug that the seller chose; if undefined, it is derived from the title. */
  slug: string | undefined;
}

/** Stores a new listing of the caller; unless it is a draft, its review starts immediately. */
export async function insertListing(
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
