import { schedule } from 'node-cron';
import type { Job, Jobs } from '../listings/review.ts';
import { REVIEW_LIMITS } from '../market/limits.ts';
import type { Clock } from '../market/outside.ts';
import { createFairQueue } from '../structures/async.ts';

interface LocalJobs extends Jobs {
  /** Resolves when nothing is queued or running. */
  idle(): Promise<void>;
  /** Starts nothing more; resolves when the running jobs have ended. */
  close(): Promise<void>;
}

/**
 * Jobs of a single process, in memory. The rows decide what there is to do, and `wake-reviews`
 * queues those without a job. A listing whose review is queued or running is not queued again.
 * Accounts take turns.
 */
export function createLocalJobs(options: {
  reviewProvider(listingId: string): Promise<unknown>;
  /** Simultaneous reviews of one account. */
  reviewsPerAccount: number;
  onError(error: unknown, kind: Job['kind']): void;
}): LocalJobs {
  const queued = new Set<string>();
  const reviews = createFairQueue<string>({
    atOnce: REVIEW_LIMITS.atOnce,
    perGroup: options.reviewsPerAccount,
    async run(listingId) {
      try {
        await options.reviewProvider(listingId);
      } catch (error) {
        // The row is still under review: `wake-reviews` queues it again.
        options.onError(error, 'review-provider');
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

/** node-cron writes text between the lines of the log, for each second that a process was suspended. */
const SILENT = { info() {}, warn() {}, error() {}, debug() {} };

const EVERY_SECOND = '* * * * * *';

/**
 * Calls `tick` once a second, even while a chore of an earlier tick still runs: a slow chore delays
 * no other, and the ticker does not start it again.
 */
export function startSchedule(
  clock: Pick<Clock, 'now'>,
  tick: (nowMs: number) => Promise<void>,
): { stop(): Promise<void>; idle(): Promise<void> } {
  const running = new Set<Promise<void>>();
  const run = () => {
    const ended = tick(clock.now()).finally(() => running.delete(ended));
    running.add(ended);
  };
  const task = schedule(EVERY_SECOND, run, { timezone: 'UTC', logger: SILENT });
  return {
    async stop() {
      await task.destroy();
    },
    /** Resolves when no chore runs. */
    async idle() {
      await Promise.all(running);
    },
  };
}
