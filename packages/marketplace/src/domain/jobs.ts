import type { DueProbe, Transaction } from './store.ts';

/** Work that somebody will do soon. The row is the truth and a job only a wake-up: losing one is harmless. */
export type Job =
  | { kind: 'review-provider'; listingId: string }
  /** Probes whose listings have their next one set already. */
  | { kind: 'probe-health'; due: readonly DueProbe[] };

export interface Jobs {
  /**
   * Wakes somebody for a job. With the transaction of its row, the job is there when that is
   * committed, and never otherwise; wait for the promise, which belongs to it.
   */
  enqueue(job: Job, transaction?: Transaction): void | Promise<void>;
}
