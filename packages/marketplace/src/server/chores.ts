import type { Clock } from '../market/outside.ts';
import type { EventFeed } from '../events/event.ts';
import type { Jobs } from '../listings/jobs.ts';
import type { Log } from '../market/log.ts';
import type { OrderEvents } from '../events/order-events.ts';
import { createChoreRunner, type Chore } from './chore-runner.ts';
import { createLocalJobs } from './jobs.ts';
import { createLocalEventFeed } from '../events/local.ts';
import { createLocalOrderEvents } from '../events/local-order-events.ts';
import { startSchedule } from './schedule.ts';
import type { BackgroundWork } from './use-cases.ts';

const SWEEP_EVERY_MS = 10_000;
const PROBE_EVERY_MS = 1_000;
const COUNT_EVERY_MS = 2_000;
const RATE_EVERY_MS = 10_000;
const DELIVER_EVERY_MS = 1_000;
const PRUNE_EVERY_MS = 3_600_000;
/** How many times a failed review is retried at once while a test waits for reviews. */
const REVIEW_TRIES = 5;

export interface BackgroundOptions {
  clock: Clock;
  log: Log;
  /** The caller moves the time and calls `tick`. */
  manual: boolean;
  /** Simultaneous reviews of one account. */
  reviewsPerAccount: number;
  /** Returns the use cases that run in the background; called only once everything is assembled. */
  work(): BackgroundWork;
}

/** What starts use cases without a request: jobs, events and the passing of time. */
export interface Background {
  jobs: Jobs;
  events: OrderEvents;
  feed: EventFeed;
  tick(nowMs: number): Promise<void>;
  /** Starts to take jobs and to run chores. */
  start(): Promise<void>;
  /** Starts no more chores. */
  stop(): Promise<void>;
  /** Resolves when no review is queued or running. */
  reviewsIdle(): Promise<void>;
  /** Waits for running chores and jobs, whose calls were aborted before. */
  close(): Promise<void>;
}

/**
 * All chores. Those that run in every worker share their work through the database: each worker probes,
 * counts and delivers only what no other worker has claimed.
 */
export function choresOf(work: () => BackgroundWork): readonly Chore[] {
  return [
    {
      name: 'sweep',
      everyMs: SWEEP_EVERY_MS,
      runsIn: 'every process',
      run: () => work().sweep(),
    },
    {
      name: 'wake-reviews',
      everyMs: SWEEP_EVERY_MS,
      runsIn: 'one worker',
      run: () => work().wakeReviews(),
    },
    {
      name: 'probe-health',
      everyMs: PROBE_EVERY_MS,
      runsIn: 'every worker',
      overlaps: true,
      run: () => work().probeHealth(),
    },
    {
      name: 'count-orders',
      everyMs: COUNT_EVERY_MS,
      runsIn: 'every worker',
      run: () => work().countOrders(),
    },
    {
      name: 'rate-listings',
      everyMs: RATE_EVERY_MS,
      runsIn: 'every worker',
      run: () => work().rateListings(),
    },
    {
      name: 'deliver-webhooks',
      everyMs: DELIVER_EVERY_MS,
      runsIn: 'every worker',
      overlaps: true,
      run: () => work().deliverWebhooks(),
    },
    { name: 'prune', everyMs: PRUNE_EVERY_MS, runsIn: 'one worker', run: () => work().prune() },
  ];
}

/** Runs chores by the clock of the machine, unless the caller moves the time. */
export function createTimer(
  chores: readonly Chore[],
  { clock, log, manual }: Pick<BackgroundOptions, 'clock' | 'log' | 'manual'>,
): Pick<Background, 'tick' | 'stop'> & { start(): void; close(): Promise<void> } {
  const tick = createChoreRunner(chores, (err, chore) =>
    log.error({ err, chore }, 'chore failed; it runs again at its next interval'),
  );
  let schedule: ReturnType<typeof startSchedule> | undefined;
  return {
    tick,
    start() {
      if (!manual) schedule = startSchedule(clock, tick);
    },
    async stop() {
      await schedule?.stop();
    },
    async close() {
      await schedule?.stop();
      await schedule?.idle();
    },
  };
}

/**
 * The background of a single process, in memory: after a restart, the rows say what there is to do.
 */
export function openLocalBackground(options: BackgroundOptions): Background {
  const { clock, log, work } = options;
  let hasFailed = false;
  const jobs = createLocalJobs({
    reviewProvider: (listingId) => work().reviewProvider(listingId),
    reviewsPerAccount: options.reviewsPerAccount,
    onError(err, kind) {
      hasFailed = true;
      log.error({ err, kind }, 'job failed; it will be queued again');
    },
  });
  const timer = createTimer(choresOf(work), options);
  return {
    ...timer,
    jobs,
    events: createLocalOrderEvents(clock),
    feed: createLocalEventFeed(),
    async start() {
      timer.start();
      await work().wakeReviews();
    },
    async reviewsIdle() {
      await jobs.idle();
      // A machine that is too busy to check a listing in time fails its review.
      for (let tries = 0; hasFailed && tries < REVIEW_TRIES; tries++) {
        hasFailed = false;
        await work().wakeReviews();
        await jobs.idle();
      }
    },
    async close() {
      await timer.close();
      await jobs.close();
    },
  };
}
