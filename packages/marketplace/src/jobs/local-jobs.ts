import type { Job, Jobs } from '../domain/jobs.ts';
import { createFairQueue } from '../concurrency/fair-queue.ts';

/** Reviews of a process at once. */
export const REVIEWS_AT_ONCE = 8;

export interface LocalJobs extends Jobs {
  /** Resolves when nothing is queued or running. */
  idle(): Promise<void>;
  /** Starts nothing more; resolves when what runs has ended. */
  close(): Promise<void>;
}

/**
 * Jobs of one process, in memory: the rows are the truth, and the sweep wakes those that have no
 * job. A listing whose review is queued or running is not queued twice. Accounts take turns.
 */
export function createLocalJobs(options: {
  reviewProvider(listingId: string): Promise<unknown>;
  /** Reviews of one account at once. */
  reviewsPerAccount: number;
  onError(error: unknown): void;
}): LocalJobs {
  const queued = new Set<string>();
  const reviews = createFairQueue<string>({
    atOnce: REVIEWS_AT_ONCE,
    perGroup: options.reviewsPerAccount,
    async run(listingId) {
      try {
        await options.reviewProvider(listingId);
      } catch (error) {
        // The row is still under review: the next sweep wakes it again.
        options.onError(error);
      } finally {
        queued.delete(listingId);
      }
    },
  });

  function start({ listingId, accountId }: Job): void {
    if (queued.has(listingId)) return;
    queued.add(listingId);
    reviews.add(accountId, listingId);
  }

  return {
    enqueue(job, transaction) {
      if (transaction) transaction.afterCommit(() => start(job));
      else start(job);
    },
    idle: reviews.idle,
    close: reviews.close,
  };
}
