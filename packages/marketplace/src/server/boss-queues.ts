import type { Queue, WorkOptions } from 'pg-boss';
import type { Job } from '../listings/jobs.ts';
import { REVIEW_LIMITS } from '../market/limits.ts';

/** How long after its last heartbeat the job of a killed worker goes to another one. */
const HEARTBEAT_SECONDS = 10;
const MINUTE = 60;

/**
 * NOTIFY wakes workers immediately; workers also poll, because some connection poolers do not pass it
 * on.
 */
const POLLING = {
  pollingIntervalSeconds: 2,
  notifyPollingIntervalSeconds: 5,
  burstWhenBatchFull: true,
} as const satisfies WorkOptions;

interface QueueSettings {
  queue: Omit<Queue, 'name'>;
  work: WorkOptions;
}

/** The queue of each kind of job. Rows hold the results, so finished jobs are deleted soon. */
export const QUEUES: Readonly<Record<Job['kind'], QueueSettings>> = {
  'review-provider': {
    queue: {
      // At most one job per listing, queued or running, however often it is queued.
      policy: 'exclusive',
      notify: true,
      retryLimit: 5,
      retryDelay: 1,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      expireInSeconds: 10 * MINUTE,
      deleteAfterSeconds: MINUTE,
    },
    work: {
      ...POLLING,
      // When an account falls below its share, nothing announces its skipped jobs, so polling finds
      // them: with 5 s, thirty reviews of one seller took half a minute.
      pollingIntervalSeconds: 1,
      notifyPollingIntervalSeconds: 1,
      localConcurrency: REVIEW_LIMITS.atOnce,
    },
  },
};

/** Queues for work that only one process of the cluster does at a time. */
export const SCHEDULED: QueueSettings = {
  queue: {
    policy: 'exclusive',
    notify: true,
    retryLimit: 0,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    expireInSeconds: 60 * MINUTE,
    retentionSeconds: MINUTE,
    deleteAfterSeconds: MINUTE,
  },
  work: POLLING,
};
