import type { Jobs } from '../domain/jobs.ts';
import type { ListingStore } from '../domain/store.ts';

const MAX_WOKEN = 10_000;

/** Reviews whose job was lost start again by themselves; one that has a job keeps it. */
export async function wakeReviews({
  listings,
  jobs,
}: {
  listings: Pick<ListingStore, 'underReview'>;
  jobs: Jobs;
}): Promise<void> {
  for (const listing of await listings.underReview(MAX_WOKEN)) {
    await jobs.enqueue({ kind: 'review-provider', ...listing });
  }
}
