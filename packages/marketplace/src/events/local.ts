import { LIMITS } from '@mkt/protocol';
import type { Clock } from '../market/outside.ts';
import type { Order } from '../orders/order.ts';
import {
  type Change,
  type ChangeType,
  createOutbox,
  type EventBatch,
  type EventFeed,
  type OrderEvents,
  type Outbox,
} from './event.ts';

/**
 * How long changes are collected before they are delivered. An order that settles immediately is one
 * change, and a busy seller's streams are written 20 times per second instead of once per order.
 */
const COLLECT_MS = 50;

interface Channel {
  subscribers: Set<(batch: EventBatch) => void>;
  outbox: Outbox<Change>;
}

/** The feed of this process: the changes that it makes itself. */
export function createLocalEventFeed(): EventFeed {
  /** By account; only those with subscribers. */
  const channels = new Map<string, Channel>();
  const pending = new Set<Channel>();
  let timer: NodeJS.Timeout | undefined;

  function deliver(): void {
    timer = undefined;
    const channelsToTell = [...pending];
    pending.clear();
    for (const { subscribers, outbox } of channelsToTell) {
      const taken = outbox.take();
      const batch = taken === 'overflow' ? 'resync' : taken;
      for (const receive of subscribers) receive(batch);
    }
  }

  function schedule(channel: Channel): void {
    pending.add(channel);
    timer ??= setTimeout(deliver, COLLECT_MS);
  }

  function publish(accountId: string, type: ChangeType, id: string): void {
    const channel = channels.get(accountId);
    if (!channel) return;
    channel.outbox.add(`${type} ${id}`, { type, id });
    schedule(channel);
  }

  return {
    orderUpdated({ id, buyerId, sellerId }) {
      if (channels.size === 0) return;
      publish(buyerId, 'order.updated', id);
      publish(sellerId, 'sale.updated', id);
    },
    listingUpdated({ id, accountId }) {
      if (channels.size > 0) publish(accountId, 'listing.updated', id);
    },
    subscribe(accountId, receive) {
      let channel = channels.get(accountId);
      if (!channel) {
        channel = { subscribers: new Set(), outbox: createOutbox(LIMITS.queuedEvents) };
        channels.set(accountId, channel);
      }
      const { subscribers } = channel;
      subscribers.add(receive);
      return () => {
        subscribers.delete(receive);
        if (subscribers.size === 0 && channels.get(accountId)?.subscribers === subscribers) {
          channels.delete(accountId);
        }
      };
    },
    resync() {
      for (const channel of channels.values()) {
        channel.outbox.overflow();
        schedule(channel);
      }
    },
    // There is no other process.
    isComplete: () => true,
  };
}

type Wake = (row?: Order) => void;

/** Order events of this process. */
export function createLocalOrderEvents(clock: Pick<Clock, 'after'>): OrderEvents {
  const waiting = new Map<string, Wake[]>();
  let ended = false;

  function listen(orderId: string, wake: Wake): void {
    const listeners = waiting.get(orderId);
    if (listeners) listeners.push(wake);
    else waiting.set(orderId, [wake]);
  }

  function forget(orderId: string, wake: Wake): void {
    const listeners = waiting.get(orderId) ?? [];
    // Emptied as well, because old tables of the map may keep the array alive for a while
    // (`structures/collections.ts`).
    listeners.splice(listeners.indexOf(wake), 1);
    if (listeners.length === 0) waiting.delete(orderId);
  }

  return {
    settled(orderId, row) {
      for (const wake of waiting.get(orderId)?.slice() ?? []) wake(row);
    },
    wait(orderId, ms, disconnect) {
      if (ended || disconnect?.happened) return Promise.resolve(undefined);
      return new Promise((resolve) => {
        const wake = (row?: Order) => {
          cancel();
          unsubscribe?.();
          forget(orderId, wake);
          resolve(row);
        };
        const interrupt = () => wake();
        const cancel = clock.after(ms, interrupt);
        listen(orderId, wake);
        const unsubscribe = disconnect?.subscribe(interrupt);
      });
    },
    // There is no other process to announce it to.
    announceWaiting: () => undefined,
    end() {
      ended = true;
      for (const listeners of waiting.values()) for (const wake of listeners.slice()) wake();
    },
  };
}
