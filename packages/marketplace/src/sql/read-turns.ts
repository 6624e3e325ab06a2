import { DisconnectSource, type Disconnect } from '../concurrency/disconnect.ts';
import type { Reader } from '../domain/reader.ts';
import { Refusal } from '../domain/refusal.ts';

export interface ReadTurnsOptions {
  /** Lists that are read at once: as many as there are threads or connections for them. */
  slots: number;
  /** Lists of one reader that may wait. */
  perReader?: number;
  /** Lists that may wait in all. */
  inAll?: number;
  /** How long one may wait. */
  waitMs?: number;
  /** How long one may take. */
  budgetMs?: number;
}

/** The time that one list may take, in milliseconds; the longest measured took 0.4 s. */
export const LIST_BUDGET_MS = 5_000;
const WAIT_MS = 5_000;
const PER_READER = 200;
const IN_ALL = 2_000;

interface Waiting {
  reader: Reader;
  work: (cut: Disconnect) => Promise<unknown>;
  resolve(result: unknown): void;
  reject(error: unknown): void;
  /** Stops the clock of waiting, and the ear for a caller who leaves. */
  begun(): void;
}

export function listOverloaded(): Refusal {
  return new Refusal('overloaded', 'Too many lists are being read, or this one took too long.', {
    retryAfterSeconds: 1,
  });
}

/**
 * Lists in turns: one reader has one list under way, and readers follow one another however many
 * each has asked for. What waits or takes too long is refused as `overloaded`; what nobody waits for
 * any more is not begun, and what was begun is told to stop.
 */
export function createReadTurns(options: ReadTurnsOptions) {
  const { slots, perReader = PER_READER, inAll = IN_ALL } = options;
  const { waitMs = WAIT_MS, budgetMs = LIST_BUDGET_MS } = options;
  const queues = new Map<string, Waiting[]>();
  const underWay = new Set<string>();
  let waiting = 0;

  function takeNext(): Waiting | undefined {
    for (const [name, queue] of queues) {
      if (underWay.has(name)) continue;
      const next = queue.shift();
      // Behind the others: readers take turns.
      queues.delete(name);
      if (queue.length > 0) queues.set(name, queue);
      if (next) waiting -= 1;
      return next;
    }
    return undefined;
  }

  async function start({ reader, work, resolve, reject, begun }: Waiting): Promise<void> {
    begun();
    underWay.add(reader.name);
    const cut = new DisconnectSource();
    const stop = () => {
      cut.trigger();
      reject(listOverloaded());
    };
    const timer = setTimeout(stop, budgetMs);
    const forget = reader.disconnect?.subscribe(stop);
    try {
      resolve(await work(cut));
    } catch (error) {
      reject(error);
    } finally {
      // A list that was cut off has its slot until it has really ended.
      clearTimeout(timer);
      forget?.();
      underWay.delete(reader.name);
      dispatch();
    }
  }

  function dispatch(): void {
    while (underWay.size < slots) {
      const next = takeNext();
      if (!next) return;
      void start(next);
    }
  }

  function giveUp(entry: Waiting): void {
    const queue = queues.get(entry.reader.name) ?? [];
    const at = queue.indexOf(entry);
    if (at === -1) return;
    queue.splice(at, 1);
    if (queue.length === 0) queues.delete(entry.reader.name);
    waiting -= 1;
    entry.begun();
    entry.reject(listOverloaded());
  }

  return {
    /** Runs the work when it is the reader's turn; `cut` tells it to stop. */
    run<Result>(reader: Reader, work: (cut: Disconnect) => Promise<Result>): Promise<Result> {
      return new Promise<Result>((resolve, reject) => {
        const queue = queues.get(reader.name) ?? [];
        if (queue.length >= perReader || waiting >= inAll || reader.disconnect?.happened === true) {
          reject(listOverloaded());
          return;
        }
        const timer = setTimeout(() => giveUp(entry), waitMs);
        const forget = reader.disconnect?.subscribe(() => giveUp(entry));
        const entry: Waiting = {
          reader,
          work,
          resolve: resolve,
          reject,
          begun() {
            clearTimeout(timer);
            forget?.();
          },
        };
        queue.push(entry);
        queues.set(reader.name, queue);
        waiting += 1;
        dispatch();
      });
    },
  };
}
