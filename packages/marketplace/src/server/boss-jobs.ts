import { PgBoss, type Db, type SendOptions } from 'pg-boss';
import type { Job, Jobs } from '../listings/jobs.ts';
import { REVIEW_LIMITS } from '../market/limits.ts';
import { QUEUES, SCHEDULED } from './boss-queues.ts';
import type { Transaction } from '../database/engine.ts';

const SUPERVISE_SECONDS = 5;
const CONNECTIONS = 3;
const STOP_TIMEOUT_MS = 5_000;

export type JobHandlers = Record<Job['kind'], (job: Job) => unknown>;

/** Work that the cluster repeats, in one process at a time. */
export interface Scheduled {
  name: string;
  /** A cron expression of five fields, in UTC. */
  cron: string;
  run(): Promise<unknown>;
}

export interface BossJobsOptions {
  /** `postgres://…` */
  url: string;
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

export interface BossJobs extends Jobs {
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
export async function installBoss(url: string): Promise<void> {
  const boss = new PgBoss({ connectionString: url, max: 1, supervise: false, schedule: false });
  try {
    await boss.start();
  } finally {
    await boss.stop({ graceful: false });
  }
}

/**
 * Jobs for several processes: a queue in the database. A job may run twice if its worker is killed.
 * It decides nothing: the worker that runs it reads the row.
 */
export function createBossJobs(options: BossJobsOptions): BossJobs {
  const { works, handlers, scheduled, onError } = options;
  const boss = new PgBoss({
    connectionString: options.url,
    max: CONNECTIONS,
    application_name: 'mkt-marketplace jobs',
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
      await boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS });
    },
  };
}
