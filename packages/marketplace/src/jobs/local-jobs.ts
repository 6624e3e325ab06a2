import PQueue from 'p-queue';
import type { Job, Jobs } from '../domain/jobs.ts';

const REVIEWS_AT_ONCE = 8;

export interface LocalJobs extends Jobs {
  /** Resolves when nothing is queued or running. */
  idle(): Promise<void>;
  /** Starts nothing more; resolves when what runs has ended. */
  close(): Promise<void>;
}

/**
 * Jobs of one process, in memory: the rows are the truth, and the sweep wakes those that have no
 * job. A listing whose review is queued or running is not queued twice.
 */
export function createLocalJobs(options: {
  reviewProvider(listingId: string): Promise<void>;
  onError(error: unknown): void;
}): LocalJobs {
  const reviews = new PQueue({ concurrency: REVIEWS_AT_ONCE });
  const queued = new Set<string>();

  async function review(listingId: string): Promise<void> {
    try {
      await options.reviewProvider(listingId);
    } catch (error) {
      // The row is still under review: the next sweep wakes it again.
      options.onError(error);
    } finally {
      queued.delete(listingId);
    }
  }

  return {
    enqueue({ listingId }: Job) {
      if (queued.has(listingId)) return;
      queued.add(listingId);
      void reviews.add(() => review(listingId));
    },
    idle: () => reviews.onIdle(),
    async close() {
      reviews.pause();
      reviews.clear();
      await reviews.onPendingZero();
    },
  };
}
