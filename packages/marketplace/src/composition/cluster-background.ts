import type { DatabaseConfig, Role } from '../config/config.ts';
import { pause } from '../domain/clock.ts';
import type { Store } from '../domain/store.ts';
import { createBossJobs, type Scheduled } from '../jobs/boss-jobs.ts';
import { createClusterEventFeed } from '../jobs/cluster-event-feed.ts';
import { createClusterOrderEvents } from '../jobs/cluster-order-events.ts';
import { openNotifications, RESYNC_CHANNEL } from '../sql/postgres/notifications.ts';
import { databaseOf } from '../sql/postgres/session.ts';
import { systemClock } from '../system/clock.ts';
import type { BackgroundWork } from './use-cases.ts';
import { choresOf, createTimer, type Background, type BackgroundOptions } from './background.ts';

const SETTLED = 'mkt_order_settled';
const WAITING = 'mkt_order_waiting';
const ORDER_UPDATED = 'mkt_order_updated';
const LISTING_UPDATED = 'mkt_listing_updated';
/** A process has event streams. */
const WATCHING = 'mkt_events_watched';
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
      settled: (id) => void notifications.send(SETTLED, id),
      waiting: (order) => void notifications.send(WAITING, order),
    },
    onWaiting: (order) => work().runOrder(order),
    settledAmong: store.orders.settledAmong,
    onError: onError('settled orders could not be polled; the next poll is in a second'),
  });
  const feed = createClusterEventFeed({
    clock: manual ? systemClock : clock,
    notify: {
      orderUpdated: (order) => void notifications.send(ORDER_UPDATED, order),
      listingUpdated: (listing) => void notifications.send(LISTING_UPDATED, listing),
      watching: () => notifications.send(WATCHING, ''),
    },
    delivers: () => notifications.delivers(),
  });
  const notifications = openNotifications({
    url: database.url,
    channels: {
      [SETTLED]: events.settledElsewhere,
      [WAITING]: events.waitingElsewhere,
      [ORDER_UPDATED]: feed.received.orderUpdated,
      [LISTING_UPDATED]: feed.received.listingUpdated,
      [WATCHING]: feed.watched,
      [RESYNC_CHANNEL]: feed.resync,
    },
    onConnected: feed.connected,
  });
  // Every process sweeps leases. Every worker probes listings that no other worker has taken, and
  // counts orders that no other worker has counted. So it is with deliveries to webhooks.
  // With a moved clock, this process also runs what the queue would schedule.
  const own = isWorker
    ? ['sweep', 'probe-health', 'count-orders', 'rate-listings', 'deliver-webhooks']
    : ['sweep'];
  const chores = choresOf(work);
  const timer = createTimer(
    manual ? chores : chores.filter(({ name }) => own.includes(name)),
    options,
  );
  return {
    ...timer,
    jobs,
    events,
    feed,
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
      feed.close();
      await notifications.close();
    },
  };
}
