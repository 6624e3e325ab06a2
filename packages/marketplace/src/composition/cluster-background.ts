import type { DatabaseConfig, Role } from '../config/config.ts';
import { pause } from '../domain/clock.ts';
import type { Store } from '../domain/store.ts';
import { createBossJobs, type Scheduled } from '../jobs/boss-jobs.ts';
import { createClusterOrderEvents } from '../jobs/cluster-order-events.ts';
import { openNotifications } from '../sql/postgres/notifications.ts';
import { databaseOf } from '../sql/postgres/session.ts';
import { systemClock } from '../system/clock.ts';
import type { BackgroundWork } from './use-cases.ts';
import { choresOf, createTimer, type Background, type BackgroundOptions } from './background.ts';

const SETTLED = 'mkt_order_settled';
const WAITING = 'mkt_order_waiting';
const IDLE_POLL_MS = 20;

export interface ClusterBackgroundOptions extends BackgroundOptions {
  database: DatabaseConfig;
  role: Role;
  store: Store;
}

/**
 * Chores that one process of the cluster runs at a time. The shortest interval of a pg-boss
 * schedule is a minute.
 */
const scheduled = (work: () => BackgroundWork): Scheduled[] => [
  { name: 'wake-reviews', cron: '* * * * *', run: () => work().wakeReviews() },
  { name: 'prune', cron: '7 * * * *', run: () => work().prune() },
];

/** The background of one of several processes on a Postgres. */
export function openClusterBackground(options: ClusterBackgroundOptions): Background {
  const { clock, log, work, manual, store, database, role } = options;
  const isWorker = role !== 'api';
  const onError = (message: string) => (err: unknown) => log.error({ err }, message);
  const jobs = createBossJobs({
    url: database.url,
    works: isWorker,
    reviewsPerAccount: options.reviewsPerAccount,
    handlers: {
      'review-provider': async ({ listingId }) => {
        const outcome = await work().reviewProvider(listingId);
        // A failed job is repeated by another worker.
        if (outcome === 'cut-off')
          throw new Error('The process is shutting down; another worker will take the job.');
      },
    },
    scheduled: manual ? [] : scheduled(work),
    databaseOf,
    onError: onError('the job queue failed; it tries again at its next interval'),
  });
  const events = createClusterOrderEvents({
    clock: manual ? systemClock : clock,
    notify: {
      settled: (id) => notifications.send(SETTLED, id),
      waiting: (order) => notifications.send(WAITING, order),
    },
    onWaiting: (order) => work().runOrder(order),
    settledAmong: store.orders.settledAmong,
    onError: onError('settled orders could not be polled; the next poll is in a second'),
  });
  const notifications = openNotifications({
    url: database.url,
    channels: { [SETTLED]: events.settledElsewhere, [WAITING]: events.waitingElsewhere },
  });
  // Every process sweeps leases, and every worker probes listings that no other worker has taken.
  // With a moved clock, this process also runs what the queue would schedule.
  const own = isWorker ? ['sweep', 'probe-health'] : ['sweep'];
  const chores = choresOf(work);
  const timer = createTimer(
    manual ? chores : chores.filter(({ name }) => own.includes(name)),
    options,
  );
  return {
    ...timer,
    jobs,
    events,
    async start() {
      await notifications.started;
      await jobs.start();
      if (isWorker) await work().wakeReviews();
      timer.start();
    },
    async reviewsIdle() {
      while ((await store.listings.underReview(1)).length > 0)
        await pause(systemClock, IDLE_POLL_MS);
    },
    async close() {
      await timer.close();
      await jobs.close();
      await notifications.close();
    },
  };
}
