import type { Check } from '@mkt/protocol';
import { isPublishable, runReview, type CheckEnvironment } from '@mkt/conformance';
import type { Identity } from '../market/identity.ts';
import type { Listing } from './listing.ts';
import { listingNotFound, Refusal } from '../market/refusal.ts';
import type { AccountStore, ListingStore } from '../server/store-domain-store.ts';
import { makeSecret } from './make-secret.ts';

export interface ApproveReviewDeps {
  listings: Pick<ListingStore, 'find' | 'change'>;
  accounts: Pick<AccountStore, 'find'>;
  identity: Pick<Identity, 'randomBytes'>;
  checks: CheckEnvironment;
}

function failedChecks(checks: readonly Check[]): string {
  return checks
    .filter(({ outcome, level }) => outcome === 'failed' && level === 'required')
    .map(({ name, message }) => `${name}: ${message}`)
    .join('; ');
}

/**
 * Publishes a flagged provider as the operator read it. `version` is the version that was read: a
 * later change is refused, because no operator has looked at it. Only the content check is waived.
 */
export async function approveReview(
  { listings, accounts, identity, checks }: ApproveReviewDeps,
  ref: string,
  version: number,
): Promise<Listing> {
  const listing = await listings.find(ref);
  if (!listing) throw listingNotFound(ref);
  const { id, status, accountId, content } = listing;
  if (status !== 'flagged') {
    throw new Refusal(
      'invalid_state_transition',
      `The provider is ${status}; only a flagged one can be approved. See: mkt-marketplace reviews list`,
    );
  }
  if (listing.version !== version) throw changedSince(listing);
  const account = await accounts.find(accountId);
  if (typeof account?.suspendedAtMs === 'number') throw suspended(accountId);
  // Only the content check is a matter of opinion: the others run again and must pass.
  const outcome = await runReview(content, checks, { waive: ['content'] });
  if (!isPublishable(outcome)) {
    throw new Refusal(
      'review_failed',
      `Not approved, because these checks failed: ${failedChecks(outcome)}`,
      {
        checks: outcome,
      },
    );
  }
  const published = await listings.change({
    id,
    version,
    actor: { kind: 'operator' },
    status: 'published',
    rejectionReason: null,
    reviewChecks: outcome,
    firstSecret: makeSecret(identity),
  });
  if (published === 'conflict') throw changedSince(listing);
  if (published.status !== 'published') throw suspended(accountId);
  return published;
}

const suspended = (accountId: string) =>
  new Refusal(
    'account_suspended',
    `The account of this provider is suspended. Resume it first: mkt-marketplace accounts resume ${accountId}`,
  );

function changedSince({ id }: Pick<Listing, 'id'>): Refusal {
  return new Refusal(
    'listing_changed',
    `The provider has changed since that version; read it again: mkt-marketplace reviews show ${id}`,
  );
}
