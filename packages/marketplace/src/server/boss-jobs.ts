import { setTimeout as pause } from 'node:timers/promises';
import { type Db, PgBoss, type Queue, type SendOptions, type WorkOptions } from 'pg-boss';
import type { Transaction } from '../database/engine.ts';
import type { QueueDatabase } from '../database/postgres/queue-database.ts';
import type { Job, Jobs } from '../listings/review.ts';
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
const QUEUES: Readonly<Record<Job['kind'], QueueSettings>> = {
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
const SCHEDULED: QueueSettings = {
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

const SUPERVISE_SECONDS = 5;
const STOP_TIMEOUT_MS = 5_000;

type JobHandlers = Record<Job['kind'], (job: Job) => unknown>;

/** Work that the cluster repeats, in one process at a time. */
export interface Scheduled {
  name: string;
  /** A cron expression of five fields, in UTC. */
  cron: string;
  run(): Promise<unknown>;
}

interface BossJobsOptions {
  /** The connections of the queue. */
  database: QueueDatabase;
  /** False for a process that only queues jobs for others. */
  works: boolean;
  /** Simultaneous reviews of one account, in this process. */
  reviewsPerAccount: number;
  handlers: JobHandlers;
  scheduled: readonly Scheduled[];
  /** The connection of a transaction, for the queue to write its job with. */
  databaseOf(transaction: Transaction): Db;
  onError(error: unknown): void;
}

/** pg-boss on connections of ours, which know where the primary is. */
const dbOf = ({ run, listen }: QueueDatabase): Db => ({
  executeSql: run,
  ...(listen && {
    async listen(channel, onText, onConnected) {
      await listen(channel, onText, onConnected);
      // The connection is that of all notifications, which closes it.
      return { close: () => Promise.resolve() };
    },
  }),
});

interface BossJobs extends Jobs {
  /** Creates missing queues, and starts to take jobs. */
  start(): Promise<void>;
  /** Takes no more jobs; a job that runs too long is left to other processes. */
  close(): Promise<void>;
}

const optionsOf = ({ listingId, accountId }: Job): SendOptions => ({
  singletonKey: listingId,
  group: { id: accountId },
});

/** Queues are named after the kinds of jobs and after scheduled work. */
async function makeQueues(boss: PgBoss, scheduled: readonly Scheduled[]): Promise<void> {
  for (const [name, { queue }] of Object.entries(QUEUES)) await boss.createQueue(name, queue);
  for (const { name } of scheduled) await boss.createQueue(name, SCHEDULED.queue);
}

/** Creates or upgrades the schema of the queue. */
export async function installBoss(database: QueueDatabase): Promise<void> {
  const boss = new PgBoss({ db: dbOf(database), supervise: false, schedule: false });
  try {
    await boss.start();
  } finally {
    await boss.stop({ graceful: false });
    await database.close();
  }
}

/**
 * Jobs for several processes: a queue in the database. A job may run twice if its worker is killed.
 * It decides nothing: the worker that runs it reads the row.
 */
export function createBossJobs(options: BossJobsOptions): BossJobs {
  const { works, handlers, scheduled, onError } = options;
  const boss = new PgBoss({
    db: dbOf(options.database),
    useListenNotify: works,
    supervise: works,
    schedule: works,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
  });
  boss.on('error', onError);

  async function takeJobs(): Promise<void> {
    for (const [name, { work }] of Object.entries(QUEUES)) {
      // Jobs of an account that has reached its share wait, without blocking those of other
      // accounts.
      const localGroupConcurrency = Math.min(options.reviewsPerAccount, REVIEW_LIMITS.atOnce);
      await boss.work<Job>(name, { ...work, localGroupConcurrency }, async (jobs) => {
        for (const { data } of jobs) await handlers[data.kind](data);
      });
    }
    for (const { name, cron, run } of scheduled) {
      await boss.schedule(name, cron, null, { tz: 'UTC' });
      await boss.work(name, SCHEDULED.work, run);
    }
  }

  return {
    async enqueue(job, transaction) {
      const db = transaction ? { db: options.databaseOf(transaction) } : {};
      await boss.send(job.kind, job, { ...optionsOf(job), ...db });
    },
    async start() {
      await boss.start();
      await makeQueues(boss, scheduled);
      if (works) await takeJobs();
    },
    async close() {
      // Stopping alone looks only every 500 ms whether the jobs that run have ended.
      const names = works ? [...Object.keys(QUEUES), ...scheduled.map(({ name }) => name)] : [];
      const ended = Promise.allSettled(names.map((name) => boss.offWork(name)));
      const timeout = new AbortController();
      await Promise.race([ended, pause(STOP_TIMEOUT_MS, undefined, { signal: timeout.signal })]);
      timeout.abort();
      try {
        await boss.stop({ graceful: false });
      } finally {
        await options.database.close();
      }
    },
  };
}
