import type { Jobs } from './jobs.ts';
import type { InsertedListing, Listing } from './listing.ts';
import type { TransactionHook } from '../database/engine.ts';

/** Queues the review of a listing in the transaction that writes its row. */
export const startReview =
  (jobs: Jobs): TransactionHook<InsertedListing | Listing | 'conflict'> =>
  (transaction, listing) => {
    if (typeof listing === 'string' || listing.status !== 'pending_review') return undefined;
    const { id: listingId, accountId } = listing;
    return jobs.enqueue({ kind: 'review-provider', listingId, accountId }, transaction);
  };
