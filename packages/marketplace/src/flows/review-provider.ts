import type { Check } from '@mkt/protocol';
import { formatSigningSecret } from '@mkt/protocol/signing';
import { isPublishable, runReview, type CheckEnvironment } from '@mkt/conformance';
import type { Clock } from '../domain/clock.ts';
import type { Identity } from '../domain/identity.ts';
import type { ListingStore } from '../domain/store.ts';
import { slugToRead } from '../domain/slug.ts';
import { observeHealth } from './observe-health.ts';

const SECRET_BYTES = 32;

export interface ReviewProviderDeps {
  listings: Pick<ListingStore, 'find' | 'change'>;
  identity: Pick<Identity, 'randomBytes'>;
  clock: Pick<Clock, 'now' | 'monotonic'>;
  /** Runs the checks of a review, bounded in time. */
  withChecks<Result>(
    accountId: string,
    work: (checks: CheckEnvironment) => Promise<Result>,
  ): Promise<Result>;
  /** Fires when the process gives up its calls. */
  ending: AbortSignal;
}

/** What the seller reads: the checks that failed, and why. */
function rejectionReason(checks: readonly Check[]): string {
  return checks
    .filter((check) => check.outcome === 'failed' && check.level === 'required')
    .map((check) => `${check.name}: ${check.message}`)
    .join('\n');
}

/**
 * The automatic review: pending_review → published with a signing secret, or → flagged with the
 * reason (docs/listings.md#states). Content cannot change meanwhile; a provider that is
 * not under review any more is left alone. `cut-off`: the process is ending, and another may do it.
 */
export async function reviewProvider(
  { listings, identity, clock, withChecks, ending }: ReviewProviderDeps,
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
  // The process is ending: checks that were cut off say nothing. The row stays, and is woken again.
  if (ending.aborted) return 'cut-off';
  const { id, version } = listing;
  const common = { id, version, reviewChecks: outcome };
  if (isPublishable(outcome)) {
    await listings.change({
      ...common,
      status: 'published',
      rejectionReason: null,
      ...(firstProbe ? { firstProbe } : {}),
      firstSecret: formatSigningSecret(identity.randomBytes(SECRET_BYTES)),
    });
  } else {
    await listings.change({
      ...common,
      status: 'flagged',
      rejectionReason: rejectionReason(outcome),
    });
  }
  return 'ended';
}
