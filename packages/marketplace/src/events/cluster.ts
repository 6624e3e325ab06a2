import type { Clock } from '../market/outside.ts';
import type { WaitingOrder } from '../orders/runner.ts';
import type { EventFeed, OrderEvents } from './event.ts';
import { createLocalEventFeed, createLocalOrderEvents } from './local.ts';

/** How often a process with subscribers says so to the others. */
const ANNOUNCE_INTERVAL_MS = 15_000;
/** How long an announcement counts: a process that was killed cannot withdraw its own. */
const WATCHED_FOR_MS = 45_000;
/**
 * How long after its announcement a process sends its subscribers a `resync`, for what the others
 * did not send before it.
 */
const RESYNC_AFTER_MS = 1_000;

interface ClusterEventFeedOptions {
  clock: Pick<Clock, 'after'>;
  /** Notifies the other processes of the cluster. */
  notify: {
    orderUpdated(text: string): void;
    listingUpdated(text: string): void;
    /** Returns false if there is no other process, or no connection to it. */
    watching(): boolean;
  };
  /** Whether notifications arrive in this process now. */
  delivers(): boolean;
}

interface ClusterEventFeed extends EventFeed {
  /** Handlers of notifications. */
  received: { orderUpdated(text: string): void; listingUpdated(text: string): void };
  /** Another process has subscribers. */
  watched(): void;
  /** A process has connected, this one or another, and may have missed notifications until now. */
  connected(): void;
  close(): void;
}

/**
 * The feed of several processes. Each sends its changes to the others only while one of them has
 * subscribers. Notifications may be lost, but only while a connection is; subscribers get a `resync`
 * when it is restored.
 */
export function createClusterEventFeed({
  clock,
  notify,
  delivers,
}: ClusterEventFeedOptions): ClusterEventFeed {
  const local = createLocalEventFeed();
  let subscribers = 0;
  /** Whether another process has subscribers. */
  let isWatchedElsewhere = false;
  const nothing = () => undefined;
  let cancelExpiry: () => void = nothing;
  let cancelAnnouncement: () => void = nothing;
  let cancelResync: () => void = nothing;

  function announce(): boolean {
    cancelAnnouncement();
    cancelAnnouncement = clock.after(ANNOUNCE_INTERVAL_MS, announce);
    return notify.watching();
  }

  /** Asks the others for their changes, and makes up for those until the request reaches them. */
  function begin(): void {
    cancelResync();
    if (announce()) cancelResync = clock.after(RESYNC_AFTER_MS, local.resync);
  }

  function end(): void {
    cancelAnnouncement();
    cancelResync();
  }

  return {
    orderUpdated(order) {
      local.orderUpdated(order);
      if (!isWatchedElsewhere) return;
      notify.orderUpdated([order.id, order.buyerId, order.sellerId].join(' '));
    },
    listingUpdated(listing) {
      local.listingUpdated(listing);
      if (isWatchedElsewhere) notify.listingUpdated(`${listing.id} ${listing.accountId}`);
    },
    received: {
      orderUpdated(text) {
        const [id = '', buyerId = '', sellerId = ''] = text.split(' ');
        local.orderUpdated({ id, buyerId, sellerId });
      },
      listingUpdated(text) {
        const [id = '', accountId = ''] = text.split(' ');
        local.listingUpdated({ id, accountId });
      },
    },
    watched() {
      isWatchedElsewhere = true;
      cancelExpiry();
      cancelExpiry = clock.after(WATCHED_FOR_MS, () => {
        isWatchedElsewhere = false;
      });
    },
    connected() {
      if (subscribers > 0) begin();
    },
    subscribe(accountId, receive) {
      const unsubscribe = local.subscribe(accountId, receive);
      subscribers += 1;
      if (subscribers === 1) begin();
      let isSubscribed = true;
      return () => {
        unsubscribe();
        if (!isSubscribed) return;
        isSubscribed = false;
        subscribers -= 1;
        if (subscribers === 0) end();
      };
    },
    resync: local.resync,
    isComplete: delivers,
    close() {
      end();
      cancelExpiry();
    },
  };
}

/** How often the rows of awaited orders are polled, in case a notification is lost. */
const POLL_INTERVAL_MS = 1_000;

interface ClusterOrderEvents extends OrderEvents {
  settledElsewhere(orderId: string): void;
  waitingElsewhere(order: string): void;
}

interface ClusterOrderEventsOptions {
  clock: Pick<Clock, 'after'>;
  /**
   * Notifies every process of the cluster, which calls `settledElsewhere` or `waitingElsewhere`.
   */
  notify: { settled(orderId: string): void; waiting(order: string): void };
  /** Called for an order that waits in another process, which may have a free slot here. */
  onWaiting(order: WaitingOrder): void;
  settledAmong(ids: readonly string[]): Promise<string[]>;
  onError(error: unknown): void;
}

/**
 * Waits for orders that any process may settle. That process sends a notification; as a fallback,
 * one query a second polls all awaited orders.
 */
export function createClusterOrderEvents({
  clock,
  notify,
  onWaiting,
  settledAmong,
  onError,
}: ClusterOrderEventsOptions): ClusterOrderEvents {
  const local = createLocalOrderEvents(clock);
  const awaited = new Map<string, number>();
  let isPolling = false;

  const count = (orderId: string, step: 1 | -1) => {
    const next = (awaited.get(orderId) ?? 0) + step;
    if (next === 0) awaited.delete(orderId);
    else awaited.set(orderId, next);
  };

  async function poll(): Promise<void> {
    try {
      for (const id of await settledAmong([...awaited.keys()])) local.settled(id);
    } catch (error) {
      onError(error);
    }
    isPolling = false;
    schedulePoll();
  }

  function schedulePoll(): void {
    if (isPolling || awaited.size === 0) return;
    isPolling = true;
    clock.after(POLL_INTERVAL_MS, () => void poll());
  }

  return {
    settled(orderId, row) {
      local.settled(orderId, row);
      notify.settled(orderId);
    },
    announceWaiting: ({ id, buyerId, sellerId }) =>
      notify.waiting([id, buyerId, sellerId].join(' ')),
    settledElsewhere: (orderId) => local.settled(orderId),
    waitingElsewhere(order) {
      const [id = '', buyerId = '', sellerId = ''] = order.split(' ');
      onWaiting({ id, buyerId, sellerId });
    },
    async wait(orderId, ms, disconnect) {
      count(orderId, 1);
      schedulePoll();
      try {
        return await local.wait(orderId, ms, disconnect);
      } finally {
        count(orderId, -1);
      }
    },
    end: () => local.end(),
  };
}
