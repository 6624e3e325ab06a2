import type { Jobs } from '../domain/jobs.ts';
import type { Listing } from '../domain/listing.ts';
import type { TransactionHook, InsertedListing } from '../domain/store.ts';

/** The job of a review, written with the row that is to be reviewed. */
export const startReview =
  (jobs: Jobs): TransactionHook<InsertedListing | Listing | 'conflict'> =>
  (transaction, listing) => {
    if (typeof listing === 'string' || listing.status !== 'pending_review') return undefined;
    const { id: listingId, accountId } = listing;
    return jobs.enqueue({ kind: 'review-provider', listingId, accountId }, transaction);
  };
