import { rateListings } from '../catalogue/quality.ts';
import type { EventFeed, OrderEvents } from '../events/event.ts';
import { createLocalEventFeed, createLocalOrderEvents } from '../events/local.ts';
import { createHealthProbes } from '../listings/health.ts';
import { reviewProvider, wakeReviews } from '../listings/review.ts';
import type { Jobs } from '../listings/review.ts';
import { DAY_MS, HOUR_MS } from '../market/limits.ts';
import type { Clock, Log } from '../market/outside.ts';
import { addOrdersToLists, countStoredBytes, sweep } from '../orders/chores.ts';
import type { WaitingOrder } from '../orders/runner.ts';
import { countOrders } from '../stats/count-orders.ts';
import { createDeliverer, createDeliveryQueue } from '../webhooks/deliver.ts';
import type { App } from './context.ts';
import type { ClockWatch } from './database-clock.ts';
import { createLocalJobs, startSchedule } from './jobs.ts';

/**
 * Work that is repeated at an interval of the monotonic clock, the first time immediately. A chore of an
 * hour runs at a calendar time instead (`HOURLY`), unless the caller moves the time.
 */
export interface Chore {
  name: string;
  /** In which processes of a cluster it runs; a process that is alone runs every chore. */
  runsIn: 'every process' | 'every worker' | 'one worker';
  everyMs: number;
  /**
   * Whether it may start again while it still runs, so that one hanging part delays nothing else.
   */
  overlaps?: boolean;
  run(): Promise<unknown>;
}

/** When hourly chores run, in UTC: by node-cron in a single process, by pg-boss in a cluster. */
export const HOURLY = '7 * * * *';
const isHourly = ({ everyMs }: Chore) => everyMs === HOUR_MS;

/**
 * One tick runs every chore that is due, and resolves when they have ended. Timers only call
 * `tick`, so a test that moves its clock behaves like a server that waits. A chore that is still
 * running is not started again, unless it `overlaps`. Times are those of the monotonic clock.
 */
export function createChoreRunner(
  chores: readonly Chore[],
  onError: (error: unknown, chore: string) => void,
) {
  const dueAt = new Map<Chore, number>();
  const running = new Set<Chore>();
  const mayStart = (chore: Chore) => chore.overlaps === true || !running.has(chore);

  async function runChore(chore: Chore): Promise<void> {
    running.add(chore);
    try {
      await chore.run();
    } catch (error) {
      onError(error, chore.name);
    } finally {
      running.delete(chore);
    }
  }

  return {
    async tick(nowMs: number, some: readonly Chore[] = chores): Promise<void> {
      const due = some.filter(
        (chore) => mayStart(chore) && nowMs >= (dueAt.get(chore) ?? -Infinity),
      );
      for (const chore of due) dueAt.set(chore, nowMs + chore.everyMs);
      await Promise.all(due.map(runChore));
    },
    /** Runs a chore whose time has come, unless it still runs. */
    async run(chore: Chore): Promise<void> {
      if (mayStart(chore)) await runChore(chore);
    },
  };
}

const CHUNK = 500;
/** Each is looked up in the search index. */
const WORDS = 50;

/** Deletes expired rows, in chunks, so that no write delays others for long; the next run deletes the rest. */
async function prune(app: App): Promise<void> {
  const { orders, health, stats, webhooks, users, deviceLogins, audit } = app.store;
  const { clock, orderRetentionDays: days } = app;
  await inChunks(app, () => health.prune(CHUNK));
  await inChunks(app, () => stats.prune(CHUNK));
  await inChunks(app, () => webhooks.prune(CHUNK));
  await inChunks(app, () => orders.pruneIdempotencyKeys(CHUNK));
  await inChunks(app, () => orders.pruneStoredBytes(CHUNK));
  await inChunks(app, () => users.pruneSessions(clock.now(), CHUNK));
  await inChunks(app, () => users.pruneLinks(CHUNK));
  await inChunks(app, () => deviceLogins.prune(CHUNK));
  await inChunks(app, () => audit.prune(CHUNK));
  if (days !== null) {
    const age = { ageMs: days * DAY_MS, nowMs: clock.now() };
    await inChunks(app, () => orders.prune(age, CHUNK));
  }
  await pruneWords(app);
}

async function inChunks({ ending }: App, deleteChunk: () => Promise<number>): Promise<void> {
  while (!ending.aborted && (await deleteChunk()) > 0);
}

/** Deletes the words by which misspelled searches found listings that are gone. */
async function pruneWords({ ending, store: { catalogue } }: App): Promise<void> {
  let after: string | undefined = '';
  while (after !== undefined && !ending.aborted) {
    after = await catalogue.pruneSpelling(after, WORDS);
  }
}

/** What jobs and chores do. */
export function createBackgroundWork(app: App, clockWatch: ClockWatch) {
  const queueDeliveries = createDeliveryQueue(app);
  const deliver = createDeliverer(app);
  return {
    reviewProvider: (listingId: string) => reviewProvider(app, listingId),
    queueOrder(order: WaitingOrder): void {
      app.runner.enqueue(order);
      app.runner.dispatch();
    },
    /** The process was suspended. */
    suspended: clockWatch.suspended,
    async sweep(): Promise<void> {
      await clockWatch.check();
      await sweep(app, clockWatch.latestMs());
    },
    wakeReviews: () => wakeReviews(app),
    probeHealth: createHealthProbes(app),
    countOrders: () => countOrders(app),
    addOrdersToLists: () => addOrdersToLists(app),
    countStoredBytes: () => countStoredBytes(app),
    rateListings: () => rateListings(app),
    async deliverWebhooks(): Promise<void> {
      await clockWatch.check();
      await queueDeliveries();
      await deliver();
    },
    /** A clock that was set to a wrong time must not delete anything before it is corrected. */
    async prune(): Promise<void> {
      if (!clockWatch.isInDoubt()) await prune(app);
    },
  };
}

export type BackgroundWork = ReturnType<typeof createBackgroundWork>;

const SWEEP_EVERY_MS = 10_000;
const PROBE_EVERY_MS = 1_000;
const COUNT_EVERY_MS = 2_000;
const ADD_TO_LISTS_EVERY_MS = 1_000;
const COUNT_BYTES_EVERY_MS = 10_000;
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
      name: 'add-to-lists',
      everyMs: ADD_TO_LISTS_EVERY_MS,
      runsIn: 'every worker',
      run: () => work().addOrdersToLists(),
    },
    {
      name: 'count-bytes',
      everyMs: COUNT_BYTES_EVERY_MS,
      runsIn: 'every worker',
      run: () => work().countStoredBytes(),
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

/** Runs chores by the clocks of the machine, unless the caller moves the time. */
export function createTimer(
  chores: readonly Chore[],
  { clock, log, manual, work }: Pick<BackgroundOptions, 'clock' | 'log' | 'manual' | 'work'>,
): Pick<Background, 'tick' | 'stop'> & { start(): void; close(): Promise<void> } {
  const { tick, run } = createChoreRunner(chores, (err, chore) =>
    log.error({ err, chore }, 'chore failed; it runs again at its next interval'),
  );
  const [hourly, others] = [chores.filter(isHourly), chores.filter((each) => !isHourly(each))];
  let schedule: ReturnType<typeof startSchedule> | undefined;
  return {
    tick,
    start() {
      if (manual) return;
      schedule = startSchedule(clock, {
        tick: (nowMs) => tick(nowMs, others),
        calendar: hourly.map((chore) => ({ cron: HOURLY, run: () => run(chore) })),
        onSuspended: () => work().suspended(),
      });
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
