import type { Transaction } from '../database/engine.ts';


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
