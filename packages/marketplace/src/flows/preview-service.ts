import type { Check, ListingContent, Warning } from '@mkt/protocol';
import { isPublishable, runReview } from '@mkt/conformance';
import type { Caller } from '../domain/caller.ts';
import { readService, type ReadServiceDeps } from './read-service.ts';

export interface PreviewOutcome {
  content: ListingContent;
  warnings: Warning[];
  checks: Check[];
  publishable: boolean;
}

/** What an import would create, with the checks that its review would run; nothing is saved. */
export async function previewService(
  deps: ReadServiceDeps,
  caller: Caller,
  serviceUrl: string,
): Promise<PreviewOutcome> {
  const { content, warnings } = await readService(deps, serviceUrl, caller.accountId);
  const checks = await runReview(content, deps.checks);
  return { content, warnings, checks, publishable: isPublishable(checks) };
}
