import { StorageUnavailable } from '../../market/refusal.ts';
import type { BatchedOperation } from '../engine.ts';

/**
 * While a batch of an operation is in flight, further requests gather for the next one. With two
 * batches at a time batches are smaller, and a second process on the database carried half as many
 * orders. A batch that takes longer than this, because of a lock or a dead connection, no longer
 * holds up the next one.
 */
const SLOW_MS = 100;
const MAX_IN_FLIGHT = 4;
const MAX_ITEMS = 100;
const MAX_SIZE = 1024 * 1024;
/** Requests that have waited this long fail with a batch that found the database unavailable. */
const MAX_WAIT_MS = 5_000;

interface Item<Args, Result> {
  args: Args;
  sinceMs: number;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

type RunBatch = <Args, Result>(
  operation: BatchedOperation<Args, Result>,
  all: Args[],
) => Promise<Result[]>;

/** Removes the first items, as many as fit one statement. */
function takeBatch<Args, Result>(
  operation: BatchedOperation<Args, Result>,
  items: Item<Args, Result>[],
): Item<Args, Result>[] {
  let size = 0;
  const end = items.findIndex(({ args }, at) => {
    size += operation.sizeOf?.(args) ?? 0;
    return at > 0 && (at === MAX_ITEMS || size > MAX_SIZE);
  });
  return items.splice(0, end === -1 ? items.length : end);
}

/** Removes the items that have waited too long; items are in the order of their arrival. */
function takeExpired<Each extends { sinceMs: number }>(items: Each[]): Each[] {
  const oldestMs = performance.now() - MAX_WAIT_MS;
  const end = items.findIndex(({ sinceMs }) => sinceMs > oldestMs);
  return items.splice(0, end === -1 ? items.length : end);
}

function createQueue<Args, Result>(operation: BatchedOperation<Args, Result>, run: RunBatch) {
  const items: Item<Args, Result>[] = [];
  /** When each batch in flight was sent. */
  const inFlight = new Set<{ sinceMs: number }>();
  let isScheduled = false;
  let retryTimer: NodeJS.Timeout | undefined;

  function mayStart(): boolean {
    if (inFlight.size >= (operation.maxInFlight ?? MAX_IN_FLIGHT)) return false;
    const slowSinceMs = performance.now() - SLOW_MS;
    return [...inFlight].every(({ sinceMs }) => sinceMs <= slowSinceMs);
  }

  async function send(batch: Item<Args, Result>[]): Promise<void> {
    const started = { sinceMs: performance.now() };
    inFlight.add(started);
    try {
      const results = await run(
        operation,
        batch.map(({ args }) => args),
      );
      for (const [at, { resolve }] of batch.entries()) resolve(results[at] as Result);
    } catch (error) {
      // One item may have made the statement fail, and nothing was written: run each by itself. When
      // the database is unavailable it is unknown what was written, so nothing is repeated.
      const isUnavailable = error instanceof StorageUnavailable;
      if (batch.length > 1 && !isUnavailable) await Promise.all(batch.map((item) => send([item])));
      else for (const { reject } of batch) reject(error);
      if (isUnavailable) for (const { reject } of takeExpired(items)) reject(error);
    } finally {
      inFlight.delete(started);
      schedule();
    }
  }

  function flush(): void {
    isScheduled = false;
    if (items.length > 0 && mayStart()) void send(takeBatch(operation, items));
    schedule();
  }

  function schedule(): void {
    if (isScheduled || items.length === 0) return;
    if (mayStart()) {
      isScheduled = true;
      setImmediate(flush);
    } else {
      retryTimer ??= setTimeout(() => {
        retryTimer = undefined;
        schedule();
      }, SLOW_MS).unref();
    }
  }

  return (args: Args) =>
    new Promise<Result>((resolve, reject) => {
      items.push({ args, sinceMs: performance.now(), resolve, reject });
      schedule();
    });
}

/**
 * Batches the requests for an operation that arrive in one turn of the event loop, or while a batch
 * of it is in flight. A statement costs this process and the server about the same for one row and
 * for ten.
 */
export function createBatches(run: RunBatch) {
  const queues = new WeakMap<object, (args: never) => Promise<unknown>>();
  return function batch<Args, Result>(
    operation: BatchedOperation<Args, Result>,
    args: Args,
  ): Promise<Result> {
    let queue = queues.get(operation) as ((args: Args) => Promise<Result>) | undefined;
    if (!queue) {
      queue = createQueue(operation, run);
      queues.set(operation, queue);
    }
    return queue(args);
  };
}
