import type { Caller } from '../domain/caller.ts';
import type { Identity } from '../domain/identity.ts';
import type { Jobs } from '../domain/jobs.ts';
import type { ListingWithWarnings } from '../domain/listing.ts';
import { slugBase } from '../domain/slug.ts';
import type { ListingStore } from '../domain/store.ts';
import { readService, type ReadServiceDeps } from './read-service.ts';
import { startReview } from './start-review.ts';

export interface ImportServiceDeps extends ReadServiceDeps {
  listings: Pick<ListingStore, 'insert'>;
  identity: Pick<Identity, 'id'>;
  jobs: Jobs;
}

/** Creates a listing from what a running service says of itself, and starts its review. */
export async function importService(
  deps: ImportServiceDeps,
  caller: Caller,
  serviceUrl: string,
): Promise<ListingWithWarnings> {
  const { content, warnings } = await readService(deps, serviceUrl, caller.accountId);
  const listing = await deps.listings.insert(
    {
      id: deps.identity.id(),
      accountId: caller.accountId,
      slugBase: slugBase(content.title),
      content,
      status: 'pending_review',
    },
    startReview(deps.jobs),
  );
  return { listing, warnings };
}
