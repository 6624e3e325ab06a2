import type { Jobs } from './jobs.ts';
import type { ListingStore } from '../server/store-domain-store.ts';

const MAX_QUEUED = 10_000;

/** Queues reviews whose job was lost; a review that already has a job keeps it. */
export async function wakeReviews({
  listings,
  jobs,
}: {
  listings: Pick<ListingStore, 'underReview'>;
  jobs: Jobs;
}): Promise<void> {
  for (const listing of await listings.underReview(MAX_QUEUED)) {
    await jobs.enqueue({ kind: 'review-provider', ...listing });
  }
}
