import { type CheckEnvironment, isPublishable, runReview, textAdvice } from '@mkt/conformance';
import type { Check } from '@mkt/protocol';
import type { Transaction, TransactionHook } from '../database/engine.ts';
import type { Caller } from '../market/caller.ts';
import { listingNotFound, Refusal, retryOnConflict } from '../market/refusal.ts';
import type { App } from '../server/context.ts';
import { isSameContract } from './content.ts';
import { observeHealth, type ProbeResult } from './health.ts';
import { checkSubmittable, type InsertedListing, type Listing, ownListing } from './listing.ts';
import { makeSecret } from './secrets.ts';
import { slugToRead } from './slugs.ts';

/**
 * Queued work. A job only wakes a worker, and the row decides what there is to do: losing a job is
 * harmless.
 */
export interface Job {
  kind: 'review-provider';
  listingId: string;
  /** The owner; the number of reviews that one account may run at the same time is limited. */
  accountId: string;
}

export interface Jobs {
  /**
   * Queues a job. With the transaction of its row, the job is queued if and only if that
   * transaction commits; await the promise within the transaction.
   */
  enqueue(job: Job, transaction?: Transaction): void | Promise<void>;
}

/** Queues the review of a listing in the transaction that writes its row. */
export const startReview =
  (jobs: Jobs): TransactionHook<InsertedListing | Listing | 'conflict'> =>
  (transaction, listing) => {
    if (typeof listing === 'string' || listing.status !== 'pending_review') return undefined;
    const { id: listingId, accountId } = listing;
    return jobs.enqueue({ kind: 'review-provider', listingId, accountId }, transaction);
  };

/** draft or flagged → pending_review. */
export async function submitProvider(app: App, caller: Caller, ref: string): Promise<Listing> {
  const {
    store: { listings },
    jobs,
  } = app;
  return retryOnConflict(async () => {
    const listing = await ownListing(app, caller, ref);
    checkSubmittable(listing);
    const { id, version } = listing;
    return listings.change(
      {
        id,
        version,
        actor: caller.actor,
        status: 'pending_review',
        rejectionReason: null,
        reviewChecks: [],
      },
      startReview(jobs),
    );
  });
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
 * reason (docs/sell/listings.md#states). Its owner may change everything but the run contract meanwhile:
 * then the texts are checked again, and what is published is what was checked, at the price that
 * the row has at that moment. A listing that is not under review is left unchanged. `cut-off`: the
 * process is ending or its network was down, and the review has to run again.
 */
export async function reviewProvider(app: App, listingId: string): Promise<'ended' | 'cut-off'> {
  const {
    store: { listings },
    clock,
    withChecks,
    network,
    ending,
  } = app;
  const first = await listings.find(listingId);
  if (first?.status !== 'pending_review') return 'ended';
  return withChecks(first.accountId, async (checks) => {
    const observed = observeHealth(checks, clock);
    let startedAtMs = clock.monotonic();
    const review = (listing: Listing) => {
      startedAtMs = clock.monotonic();
      return runReview(listing.content, observed.checks, { slug: slugToRead(listing) });
    };
    let listing = first;
    let results = await review(listing);
    for (;;) {
      // Checks that the process cut off by ending, or that ran while its network was down, say nothing. The row stays
      // under review, and its review will be queued again.
      const wasDown = network.wasDownSince(startedAtMs);
      if (ending.aborted || (wasDown && !isPublishable(results))) return 'cut-off';
      const firstProbe = observed.probeOf(listing.content.runContract, results);
      if ((await concludeReview(app, listing, { results, firstProbe })) !== 'conflict') break;
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
  { store: { listings }, identity, outcomes }: App,
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

function failedChecks(checks: readonly Check[]): string {
  return checks
    .filter(({ outcome, level }) => outcome === 'failed' && level === 'required')
    .map(({ name, message }) => `${name}: ${message}`)
    .join('; ');
}

/**
 * Publishes a flagged listing as the operator read it. `version` is the version that was read: a
 * later change is refused, because no operator has looked at it. Only the content check is waived.
 */
export async function approveReview(
  { store: { listings, accounts }, identity }: Pick<App, 'store' | 'identity'>,
  checks: CheckEnvironment,
  ref: string,
  version: number,
): Promise<Listing> {
  const listing = await listings.find(ref);
  if (!listing) throw listingNotFound(ref);
  const { id, status, accountId, content } = listing;
  if (status !== 'flagged') {
    throw new Refusal(
      'invalid_state_transition',
      `The listing is ${status}; only a flagged one can be approved. See: mkt-marketplace reviews list`,
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
    `The account of this listing is suspended. Resume it first: mkt-marketplace accounts resume ${accountId}`,
  );

function changedSince({ id }: Pick<Listing, 'id'>): Refusal {
  return new Refusal(
    'listing_changed',
    `The listing has changed since that version; read it again: mkt-marketplace reviews show ${id}`,
  );
}

const MAX_QUEUED = 10_000;

/** Queues reviews whose job was lost; a review that already has a job keeps it. */
export async function wakeReviews({ store: { listings }, jobs }: App): Promise<void> {
  for (const listing of await listings.underReview(MAX_QUEUED)) {
    await jobs.enqueue({ kind: 'review-provider', ...listing });
  }
}
