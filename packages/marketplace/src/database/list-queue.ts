import type { Reader } from '../market/caller.ts';
import { LIST_LIMITS } from '../market/limits.ts';
import { Refusal } from '../market/refusal.ts';
import { DisconnectSource, type Disconnect } from '../structures/async.ts';

export interface ListQueueOptions {
  /** Lists that run at once: the number of threads or connections for them. */
  slots: number;
  maxWaitingPerReader?: number;
  /** Lists of all readers that may wait. */
  maxWaiting?: number;
  maxWaitMs?: number;
  maxRunMs?: number;
}

interface Waiting {
  reader: Reader;
  work: (cancelled: Disconnect) => Promise<unknown>;
  resolve(result: unknown): void;
  reject(error: unknown): void;
  /** Clears the timer and the subscription that only apply while it waits. */
  stopWaiting(): void;
}

export function listOverloaded(): Refusal {
  return new Refusal(
    'overloaded',
    'The list could not be read in time. Try again, with a smaller `limit` if it keeps happening.',
    {
      retryAfterSeconds: 1,
    },
  );
}

const groupOf = ({ name, group = name }: Reader): string => group;

const waitingIn = (queues: ReadonlyMap<string, readonly Waiting[]>): number =>
  [...queues.values()].reduce((sum, { length }) => sum + length, 0);

/**
 * Runs lists in turns: each reader has at most one in flight, and readers alternate however many
 * lists one of them has requested. Readers of a group take one turn together, and half of the places
 * to wait are left to others. A list that waits or runs too long is refused as `overloaded`. When its
 * caller disconnects, a waiting list is dropped and a running one is cancelled.
 */
export function createListQueue(options: ListQueueOptions) {
  const {
    slots,
    maxWaitMs = LIST_LIMITS.waitMs,
    maxRunMs = LIST_LIMITS.runMs,
    maxWaitingPerReader = LIST_LIMITS.waitingPerReader,
    maxWaiting = LIST_LIMITS.waiting,
  } = options;
  /** By group, then by reader: the next to be served is the first. */
  const groups = new Map<string, Map<string, Waiting[]>>();
  const inFlight = new Set<string>();
  let waiting = 0;

  function takeNext(): Waiting | undefined {
    for (const [group, queues] of groups) {
      if (inFlight.has(group)) continue;
      for (const [name, queue] of queues) {
        const next = queue.shift();
        // Move this reader behind the others of its group, and the group behind the others.
        queues.delete(name);
        if (queue.length > 0) queues.set(name, queue);
        groups.delete(group);
        if (queues.size > 0) groups.set(group, queues);
        if (next) waiting -= 1;
        return next;
      }
    }
    return undefined;
  }

  async function start({ reader, work, resolve, reject, stopWaiting }: Waiting): Promise<void> {
    stopWaiting();
    inFlight.add(groupOf(reader));
    const cancelled = new DisconnectSource();
    const cancel = () => {
      cancelled.trigger();
      reject(listOverloaded());
    };
    const timer = setTimeout(cancel, maxRunMs);
    const unsubscribe = reader.disconnect?.subscribe(cancel);
    try {
      resolve(await work(cancelled));
    } catch (error) {
      reject(error);
    } finally {
      // A cancelled list keeps its slot until it has really stopped.
      clearTimeout(timer);
      unsubscribe?.();
      inFlight.delete(groupOf(reader));
      dispatch();
    }
  }

  function dispatch(): void {
    while (inFlight.size < slots) {
      const next = takeNext();
      if (!next) return;
      void start(next);
    }
  }

  function refuse(entry: Waiting): void {
    const { reader } = entry;
    const queues = groups.get(groupOf(reader));
    const queue = queues?.get(reader.name) ?? [];
    const at = queue.indexOf(entry);
    if (!queues || at === -1) return;
    queue.splice(at, 1);
    if (queue.length === 0) queues.delete(reader.name);
    if (queues.size === 0) groups.delete(groupOf(reader));
    waiting -= 1;
    entry.stopWaiting();
    entry.reject(listOverloaded());
  }

  return {
    /** Runs the work when it is the reader's turn; `cancelled` triggers when the work must stop. */
    run<Result>(reader: Reader, work: (cancelled: Disconnect) => Promise<Result>): Promise<Result> {
      return new Promise<Result>((resolve, reject) => {
        const queues = groups.get(groupOf(reader)) ?? new Map<string, Waiting[]>();
        const queue = queues.get(reader.name) ?? [];
        const isFull =
          queue.length >= maxWaitingPerReader ||
          waiting >= maxWaiting ||
          waitingIn(queues) >= maxWaiting / 2;
        if (isFull || reader.disconnect?.happened === true) {
          reject(listOverloaded());
          return;
        }
        const timer = setTimeout(() => refuse(entry), maxWaitMs);
        const unsubscribe = reader.disconnect?.subscribe(() => refuse(entry));
        const entry: Waiting = {
          reader,
          work,
          resolve: resolve,
          reject,
          stopWaiting() {
            clearTimeout(timer);
            unsubscribe?.();
          },
        };
        queue.push(entry);
        queues.set(reader.name, queue);
        groups.set(groupOf(reader), queues);
        waiting += 1;
        dispatch();
      });
    },
  };
}
