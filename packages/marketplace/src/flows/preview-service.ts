import type { Check, FromServiceRequest, ListingContent, Warning } from '@mkt/protocol';
import { isPublishable, runReview } from '@mkt/conformance';
import type { Caller } from '../domain/caller.ts';
import type { ListingStore } from '../domain/store.ts';
import { checkChosenSlug, slugTaken, wantedSlug } from './wanted-slug.ts';
import { readService, type ReadServiceDeps } from './read-service.ts';

export interface PreviewServiceDeps extends ReadServiceDeps {
  listings: Pick<ListingStore, 'freeSlug'>;
}

export interface PreviewOutcome {
  /** The slug that an import would assign now. */
  slug: string;
  content: ListingContent;
  warnings: Warning[];
  checks: Check[];
  publishable: boolean;
}

/**
 * Shows what an import would create, with the checks that its review would run; nothing is stored.
 */
export async function previewService(
  deps: PreviewServiceDeps,
  caller: Caller,
  { serviceUrl, slug: chosen }: FromServiceRequest,
): Promise<PreviewOutcome> {
  checkChosenSlug(chosen);
  if (chosen !== undefined && !(await deps.listings.freeSlug({ chosen }))) throw slugTaken();
  const { content, warnings } = await readService(deps, serviceUrl, caller.accountId);
  const checks = await runReview(content, deps.checks, { slug: chosen });
  const slug = await deps.listings.freeSlug(wantedSlug(chosen, content.title));
  // The slug was taken while the service was being read.
  if (slug === undefined) throw slugTaken();
  return { slug, content, warnings, checks, publishable: isPublishable(checks) };
}
