import type { Check } from '@mkt/protocol';
import { isPublishable, runReview, textAdvice, type CheckEnvironment } from '@mkt/conformance';
import type { Clock } from '../market/outside.ts';
import type { ProbeResult } from './health-domain-health.ts';
import type { Identity } from '../market/identity.ts';
import type { Listing } from './listing.ts';
import { isSameContract } from './content.ts';
import type { Outcomes } from '../market/outcomes.ts';
import type { ListingStore } from '../server/store-domain-store.ts';
import { slugToRead } from './slugs.ts';
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

/** The checks of a review, with the checks of texts repeated on the current texts. */
async function withTextsAgain(
  results: readonly Check[],
  listing: Listing,
  checks: CheckEnvironment,
): Promise<Check[]> {
  const content = await checks.reviewContent(listing.content, slugToRead(listing));
  const kept = results.filter(({ name }) => name !== 'agent-texts');
  return [
    ...kept.map((check) => (check.name === content.name ? content : check)),
    ...textAdvice(listing.content),
  ];
}

/**
 * The automated review: pending_review → published with a signing secret, or → flagged with the
 * reason (docs/listings.md#states). Its owner may change everything but the run contract meanwhile:
 * then the texts are checked again, and what is published is what was checked, at the price that
 * the row has at that moment. A provider that is not under review is left unchanged. `cut-off`: the
 * process is ending, and another one may run the review.
 */
export async function reviewProvider(
  deps: ReviewProviderDeps,
  listingId: string,
): Promise<'ended' | 'cut-off'> {
  const { listings, clock, withChecks, ending } = deps;
  const first = await listings.find(listingId);
  if (first?.status !== 'pending_review') return 'ended';
  return withChecks(first.accountId, async (checks) => {
    const observed = observeHealth(checks, clock);
    const review = (listing: Listing) =>
      runReview(listing.content, observed.checks, { slug: slugToRead(listing) });
    let listing = first;
    let results = await review(listing);
    for (;;) {
      // The process is ending, and aborted checks say nothing. The row stays under review, and its
      // review will be queued again.
      if (ending.aborted) return 'cut-off';
      const firstProbe = observed.probeOf(listing.content.runContract, results);
      if ((await concludeReview(deps, listing, { results, firstProbe })) !== 'conflict') break;
      const now = await listings.find(listingId);
      if (now?.status !== 'pending_review') break;
      results = isSameContract(listing.content, now.content)
        ? await withTextsAgain(results, now, checks)
        : await review(now);
      listing = now;
    }
    return 'ended';
  });
}

async function concludeReview(
  { listings, identity, outcomes }: ReviewProviderDeps,
  { id, version }: Listing,
  { results, firstProbe }: { results: Check[]; firstProbe: ProbeResult | undefined },
): Promise<Listing | 'conflict'> {
  const actor = { kind: 'marketplace' } as const;
  const common = { id, version, actor, reviewChecks: results };
  const changed = await listings.change(
    isPublishable(results)
      ? {
          ...common,
          status: 'published',
          rejectionReason: null,
          ...(firstProbe ? { firstProbe } : {}),
          firstSecret: makeSecret(identity),
        }
      : { ...common, status: 'flagged', rejectionReason: rejectionReason(results) },
  );
  // The row decides: nothing of a suspended account is published.
  if (changed !== 'conflict') {
    outcomes.reviews.add(changed.status === 'published' ? 'published' : 'flagged');
  }
  return changed;
}
