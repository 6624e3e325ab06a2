import type { Transaction } from './store.ts';

/** Queued work. The row is the truth and a job only a wake-up: losing one is harmless. */
export interface Job {
  kind: 'review-provider';
  listingId: string;
  /** The owner, who has only a share of the reviews that run at once. */
  accountId: string;
}

export interface Jobs {
  /**
   * Wakes somebody for a job. With the transaction of its row, the job is there when that is
   * committed, and never otherwise; wait for the promise, which belongs to it.
   */
  enqueue(job: Job, transaction?: Transaction): void | Promise<void>;
}
