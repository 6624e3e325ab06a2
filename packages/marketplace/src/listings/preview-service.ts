import type { Check, FromServiceRequest, ListingContent, Warning } from '@mkt/protocol';
import { isPublishable, runReview } from '@mkt/conformance';
import type { Caller } from '../market/caller.ts';
import type { Clock } from '../market/outside.ts';
import type { ListingStore, SecretStore } from '../server/store-domain-store.ts';
import { checkChosenSlug, slugTaken, wantedSlug } from './wanted-slug.ts';
import { probeSignature } from './probe-signature.ts';
import { readService, type ReadServiceDeps } from './service.ts';

export interface PreviewServiceDeps extends ReadServiceDeps {
  listings: Pick<ListingStore, 'freeSlug'>;
  secrets: Pick<SecretStore, 'signing'>;
  clock: Pick<Clock, 'now'>;
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
  request: FromServiceRequest,
): Promise<PreviewOutcome> {
  const { slug: chosen } = request;
  checkChosenSlug(chosen);
  if (chosen !== undefined && !(await deps.listings.freeSlug({ chosen }))) throw slugTaken();
  const { content, warnings } = await readService(deps, request, caller.accountId);
  const { endpointPath } = content.runContract;
  // If the service already has a listing of this account, it may refuse calls that its secret did not sign.
  const signature = await probeSignature(deps, { accountId: caller.accountId, endpointPath });
  const checks = await runReview(content, deps.checks, { slug: chosen, signature });
  const slug = await deps.listings.freeSlug(wantedSlug(chosen, content.title));
  // The slug was taken while the service was being read.
  if (slug === undefined) throw slugTaken();
  return { slug, content, warnings, checks, publishable: isPublishable(checks) };
}
