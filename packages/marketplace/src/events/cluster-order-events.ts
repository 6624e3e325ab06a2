import type { Clock } from '../market/outside.ts';
import type { WaitingOrder } from '../orders/waiting-queue.ts';
import type { OrderEvents } from './order-events.ts';
import { createLocalOrderEvents } from './local-order-events.ts';

/** How often the rows of awaited orders are polled, in case a notification is lost. */
const POLL_INTERVAL_MS = 1_000;

export interface ClusterOrderEvents extends OrderEvents {
  settledElsewhere(orderId: string): void;
  waitingElsewhere(order: string): void;
}

export interface ClusterOrderEventsOptions {
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
