import type { Check } from '@mkt/protocol';
import { formatSigningSecret } from '@mkt/protocol/signing';
import { isPublishable, runReview, type CheckEnvironment } from '@mkt/conformance';
import type { Identity } from '../domain/identity.ts';
import type { ListingStore } from '../domain/store.ts';
import { slugToRead } from './slug-to-read.ts';

const SECRET_BYTES = 32;

export interface ReviewProviderDeps {
  listings: Pick<ListingStore, 'find' | 'change'>;
  identity: Pick<Identity, 'randomBytes'>;
  /** The checks of one listing's review. */
  checksFor(listingId: string): CheckEnvironment;
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
 * reason (specification, "Provider status"). Content cannot change meanwhile; a provider that is
 * not under review any more is left alone. `cut-off`: the process is ending, and another may do it.
 */
export async function reviewProvider(
  { listings, identity, checksFor }: ReviewProviderDeps,
  listingId: string,
): Promise<'ended' | 'cut-off'> {
  const listing = await listings.find(listingId);
  if (listing?.status !== 'pending_review') return 'ended';
  const checks = checksFor(listingId);
  const outcome = await runReview(listing.content, checks, { slug: slugToRead(listing) });
  // The process is ending: checks that were cut off say nothing. The row stays, and is woken again.
  if (checks.signal?.aborted) return 'cut-off';
  const { id, version } = listing;
  const common = { id, version, reviewChecks: outcome };
  if (isPublishable(outcome)) {
    await listings.change({
      ...common,
      status: 'published',
      rejectionReason: null,
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
