import PQueue from 'p-queue';
import type { Job, Jobs } from '../domain/jobs.ts';
import type { DueProbe } from '../domain/store.ts';

const REVIEWS_AT_ONCE = 8;
const PROBE_BATCHES_AT_ONCE = 2;

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
  reviewProvider(listingId: string): Promise<unknown>;
  probeHealth(due: readonly DueProbe[]): Promise<unknown>;
  onError(error: unknown): void;
}): LocalJobs {
  const reviews = new PQueue({ concurrency: REVIEWS_AT_ONCE });
  const probes = new PQueue({ concurrency: PROBE_BATCHES_AT_ONCE });
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

  function start(job: Job): void {
    switch (job.kind) {
      case 'review-provider':
        if (queued.has(job.listingId)) return;
        queued.add(job.listingId);
        void reviews.add(() => review(job.listingId));
        return;
      case 'probe-health':
        void probes.add(() => options.probeHealth(job.due).catch(options.onError));
        return;
    }
  }

  return {
    enqueue(job, transaction) {
      if (transaction) transaction.afterCommit(() => start(job));
      else start(job);
    },
    async idle() {
      await reviews.onIdle();
      await probes.onIdle();
    },
    async close() {
      for (const queue of [reviews, probes]) {
        queue.pause();
        queue.clear();
        await queue.onPendingZero();
      }
    },
  };
}
