import { type CreateProviderRequest, type ListingContent } from '@mkt/protocol';
import { vocabularyWarnings } from '@mkt/conformance';
import type { Caller } from '../domain/caller.ts';
import type { Identity } from '../domain/identity.ts';
import type { Jobs } from '../domain/jobs.ts';
import type { ListingWithWarnings } from '../domain/listing.ts';
import { FREE_OF_CHARGE, priceFrom, runContractFrom } from '../domain/listing-update.ts';
import { slugBase } from '../domain/slug.ts';
import type { ListingStore } from '../domain/store.ts';
import { checkRunContract, type CheckRunContractDeps } from './check-run-contract.ts';
import { contentNormaliser } from './content-normaliser.ts';
import { startReview } from './start-review.ts';

export interface CreateProviderDeps extends CheckRunContractDeps {
  listings: Pick<ListingStore, 'insert'>;
  identity: Pick<Identity, 'id'>;
  jobs: Jobs;
}

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

/** Registers a provider by hand; without `listingState: "draft"` its review starts at once. */
export async function createProvider(
  deps: CreateProviderDeps,
  caller: Caller,
  request: CreateProviderRequest,
): Promise<ListingWithWarnings> {
  const content = contentOf(request);
  await checkRunContract(deps, content.runContract, caller.accountId);
  const listing = await deps.listings.insert(
    {
      id: deps.identity.id(),
      accountId: caller.accountId,
      slugBase: slugBase(content.title),
      content,
      status: request.listingState === 'draft' ? 'draft' : 'pending_review',
    },
    startReview(deps.jobs),
  );
  return { listing, warnings: vocabularyWarnings(content) };
}
