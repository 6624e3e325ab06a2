import type { PostgresDatabase } from '../database/postgres/engine.ts';
import { openNotifications, RESYNC_CHANNEL } from '../database/postgres/notifications.ts';
import { openQueueDatabase } from '../database/postgres/queue-database.ts';
import { databaseOf } from '../database/postgres/session.ts';
import { createClusterEventFeed, createClusterOrderEvents } from '../events/cluster.ts';
import { HOUR_MS } from '../market/limits.ts';
import { pause } from '../market/outside.ts';
import { createBossJobs, type Scheduled } from './boss-jobs.ts';
import {
  type Background,
  type BackgroundOptions,
  type Chore,
  choresOf,
  createTimer,
  HOURLY,
} from './chores.ts';
import type { DatabaseConfig, Role } from './config.ts';
import type { Store } from './context.ts';
import { systemClock } from './outside.ts';

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
  /** The check of each new connection to the database. */
  admit: PostgresDatabase['admit'];
  /** Closes every connection to the database. */
  cutOff: AbortSignal;
}

/** The shortest interval of a pg-boss schedule is a minute. */
function cronOf({ name, everyMs }: Chore): string {
  if (everyMs < HOUR_MS) return '* * * * *';
  if (everyMs === HOUR_MS) return HOURLY;
  throw new Error(`The chore ${name} has an interval for which there is no schedule.`);
}

/** Which chores a process of a cluster runs by its own clock, and which the cluster schedules. */
export function divideChores(
  chores: readonly Chore[],
  role: Role,
): { own: Chore[]; scheduled: Scheduled[] } {
  const isWorker = role !== 'api';
  return {
    own: chores.filter(
      ({ runsIn }) => runsIn === 'every process' || (isWorker && runsIn === 'every worker'),
    ),
    // A process that is not a worker only creates their queues.
    scheduled: chores
      .filter(({ runsIn }) => runsIn === 'one worker')
      .map((chore) => ({ name: chore.name, cron: cronOf(chore), run: chore.run })),
  };
}

/** The background of one of several processes on a Postgres. */
export function openClusterBackground(options: ClusterBackgroundOptions): Background {
  const { clock, log, work, manual, store, database, role } = options;
  const isWorker = role !== 'api';
  const onError = (message: string) => (err: unknown) => log.error({ err }, message);
  const chores = choresOf(work);
  const { own, scheduled } = divideChores(chores, role);
  const jobs = createBossJobs({
    database: openQueueDatabase(
      { url: database.url, admit: options.admit, cutOff: options.cutOff },
      { listen: (...args) => notifications.listen(...args) },
    ),
    works: isWorker,
    reviewsPerAccount: options.reviewsPerAccount,
    handlers: {
      'review-provider': async ({ listingId }) => {
        const outcome = await work().reviewProvider(listingId);
        // A failed job is repeated by another worker.
        if (outcome === 'cut-off')
          throw new Error('The review was cut off; a worker will run it again.');
      },
    },
    scheduled: manual ? [] : scheduled,
    databaseOf,
    onError: onError('the job queue failed; it tries again at its next interval'),
  });
  const events = createClusterOrderEvents({
    clock: manual ? systemClock : clock,
    notify: {
      settled: (id) => void notifications.send(SETTLED, id),
      waiting: (order) => void notifications.send(WAITING, order),
    },
    onWaiting: (order) => work().queueOrder(order),
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
    admit: options.admit,
    cutOff: options.cutOff,
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
  // With a moved clock, this process also runs what the cluster would schedule.
  const timer = createTimer(manual ? chores : own, options);
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
