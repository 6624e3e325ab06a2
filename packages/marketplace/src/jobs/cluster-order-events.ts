import type { Clock } from '../domain/clock.ts';
import type { WaitingOrder } from '../concurrency/waiting-queue.ts';
import type { OrderEvents } from '../domain/order-events.ts';
import { createLocalOrderEvents } from './local-order-events.ts';

/** How often the rows of waited-for orders are looked at, in case nobody was told. */
const POLL_INTERVAL_MS = 1_000;

export interface ClusterOrderEvents extends OrderEvents {
  settledElsewhere(orderId: string): void;
  waitingElsewhere(order: string): void;
}

export interface ClusterOrderEventsOptions {
  clock: Pick<Clock, 'after'>;
  /** Tells every process of the cluster; they hear it as `settledElsewhere` and `waitingElsewhere`. */
  notify: { settled(orderId: string): void; waiting(order: string): void };
  /** An order that waits in another process may have its place here. */
  onWaiting(order: WaitingOrder): void;
  settledAmong(ids: readonly string[]): Promise<string[]>;
  onError(error: unknown): void;
}

/**
 * Who waits for an order that any process may settle: told by that process, or else found out by
 * one look a second at all the rows that are waited for.
 */
export function createClusterOrderEvents({
  clock,
  notify,
  onWaiting,
  settledAmong,
  onError,
}: ClusterOrderEventsOptions): ClusterOrderEvents {
  const local = createLocalOrderEvents(clock);
  const waited = new Map<string, number>();
  let isPolling = false;

  const count = (orderId: string, step: 1 | -1) => {
    const next = (waited.get(orderId) ?? 0) + step;
    if (next === 0) waited.delete(orderId);
    else waited.set(orderId, next);
  };

  async function poll(): Promise<void> {
    try {
      for (const id of await settledAmong([...waited.keys()])) local.settled(id);
    } catch (error) {
      onError(error);
    }
    isPolling = false;
    schedulePoll();
  }

  function schedulePoll(): void {
    if (isPolling || waited.size === 0) return;
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
