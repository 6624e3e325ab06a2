/** Work that somebody will do soon. The row is the truth and a job only a wake-up: losing one is harmless. */
export interface Job {
  kind: 'review-provider';
  listingId: string;
}

export interface Jobs {
  enqueue(job: Job): void;
}
