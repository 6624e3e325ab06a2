import type { Check } from '@mkt/protocol';
import { isPublishable, runReview, type CheckEnvironment } from '@mkt/conformance';
import type { Clock } from '../domain/clock.ts';
import type { Identity } from '../domain/identity.ts';
import type { Outcomes } from '../domain/outcomes.ts';
import type { ListingStore } from '../domain/store.ts';
import { slugToRead } from '../domain/slug.ts';
import { makeSecret } from './make-secret.ts';
import { observeHealth } from './observe-health.ts';

export interface ReviewProviderDeps {
  listings: Pick<ListingStore, 'find' | 'change'>;
  identity: Pick<Identity, 'randomBytes'>;
  clock: Pick<Clock, 'now' | 'monotonic'>;
  outcomes: Pick<Outcomes, 'reviews'>;
  /** Runs work with the checks of a review, under one deadline. */
  withChecks<Result>(
    accountId: string,
    work: (checks: CheckEnvironment) => Promise<Result>,
  ): Promise<Result>;
  /** Aborted when the process gives up its calls. */
  ending: AbortSignal;
}

/** The reason that the seller reads: the failed checks and their messages. */
function rejectionReason(checks: readonly Check[]): string {
  return checks
    .filter((check) => check.outcome === 'failed' && check.level === 'required')
    .map((check) => `${check.name}: ${check.message}`)
    .join('\n');
}

/**
 * The automated review: pending_review → published with a signing secret, or → flagged with the
 * reason (docs/listings.md#states). The content cannot change meanwhile. A provider that is no
 * longer under review is left unchanged. `cut-off`: the process is ending, and another one may run
 * the review.
 */
export async function reviewProvider(
  { listings, identity, clock, outcomes, withChecks, ending }: ReviewProviderDeps,
  listingId: string,
): Promise<'ended' | 'cut-off'> {
  const listing = await listings.find(listingId);
  if (listing?.status !== 'pending_review') return 'ended';
  const { content, accountId } = listing;
  const { outcome, firstProbe } = await withChecks(accountId, async (checks) => {
    const observed = observeHealth(checks, clock);
    const results = await runReview(content, observed.checks, { slug: slugToRead(listing) });
    return { outcome: results, firstProbe: observed.probeOf(content.runContract, results) };
  });
  // The process is ending, and aborted checks say nothing. The row stays under review, and its
  // review will be queued again.
  if (ending.aborted) return 'cut-off';
  const { id, version } = listing;
  const actor = { kind: 'marketplace' } as const;
  const common = { id, version, actor, reviewChecks: outcome };
  const changed = await listings.change(
    isPublishable(outcome)
      ? {
          ...common,
          status: 'published',
          rejectionReason: null,
          ...(firstProbe ? { firstProbe } : {}),
          firstSecret: makeSecret(identity),
        }
      : { ...common, status: 'flagged', rejectionReason: rejectionReason(outcome) },
  );
  // The row decides: nothing of a suspended account is published.
  if (changed !== 'conflict') {
    outcomes.reviews.add(changed.status === 'published' ? 'published' : 'flagged');
  }
  return 'ended';
}
