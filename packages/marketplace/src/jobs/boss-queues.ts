import type { Queue, WorkOptions } from 'pg-boss';
import type { Job } from '../domain/jobs.ts';
import { REVIEWS_AT_ONCE } from './local-jobs.ts';

/** A killed worker's job is somebody else's this long after its last sign of life. */
const HEARTBEAT_SECONDS = 10;
const MINUTE = 60;

/** NOTIFY wakes workers at once; where it cannot, behind some poolers, they look this often. */
const POLLING = {
  pollingIntervalSeconds: 2,
  notifyPollingIntervalSeconds: 5,
  burstWhenBatchFull: true,
} as const satisfies WorkOptions;

interface QueueSettings {
  queue: Omit<Queue, 'name'>;
  work: WorkOptions;
}

/** How each kind of job is kept and worked off. Rows are the truth, so finished jobs go soon. */
export const QUEUES: Readonly<Record<Job['kind'], QueueSettings>> = {
  'review-provider': {
    queue: {
      // One for each listing, queued or running, however often it is asked for.
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
      // What was passed over, because its account had its share, is told by nobody when that ends:
      // with 5 s a seller's thirty reviews took half a minute.
      pollingIntervalSeconds: 1,
      notifyPollingIntervalSeconds: 1,
      localConcurrency: REVIEWS_AT_ONCE,
    },
  },
};

/** What the whole cluster does once at a time. */
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
