import { StorageUnavailable } from '../../domain/refusal.ts';
import type { Together } from '../engine.ts';

/**
 * While one batch of a kind is under way, what else is asked for gathers: with two at a time, batches
 * are smaller, and a second process on the database carried half as many orders. One that is slow, for
 * a lock or a dead connection, holds up nobody: up to a bound it does not count.
 */
const SLOW_MS = 100;
const MAX_UNDER_WAY = 4;
const MAX_ITEMS = 100;
const MAX_CHARACTERS = 1024 * 1024;
/** Who has waited for so long when the database is found gone does not wait for the next to find it. */
const PATIENCE_MS = 5_000;

interface Item<Args, Result> {
  args: Args;
  sinceMs: number;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

type RunBatch = <Args, Result>(kind: Together<Args, Result>, all: Args[]) => Promise<Result[]>;

/** As many of the first items as one statement may have. */
function takeSome<Args, Result>(
  kind: Together<Args, Result>,
  items: Item<Args, Result>[],
): Item<Args, Result>[] {
  let characters = 0;
  const end = items.findIndex(({ args }, at) => {
    characters += kind.weigh?.(args) ?? 0;
    return at > 0 && (at === MAX_ITEMS || characters > MAX_CHARACTERS);
  });
  return items.splice(0, end === -1 ? items.length : end);
}

/** They stand in the order in which they came. */
function takeImpatient<Each extends { sinceMs: number }>(items: Each[]): Each[] {
  const since = performance.now() - PATIENCE_MS;
  const patient = items.findIndex(({ sinceMs }) => sinceMs > since);
  return items.splice(0, patient === -1 ? items.length : patient);
}

function createQueue<Args, Result>(kind: Together<Args, Result>, run: RunBatch) {
  const items: Item<Args, Result>[] = [];
  /** When each batch under way began. */
  const underWay = new Set<{ sinceMs: number }>();
  let armed = false;
  let later: NodeJS.Timeout | undefined;

  function mayStart(): boolean {
    if (underWay.size >= MAX_UNDER_WAY) return false;
    const since = performance.now() - SLOW_MS;
    return [...underWay].every(({ sinceMs }) => sinceMs <= since);
  }

  async function send(batch: Item<Args, Result>[]): Promise<void> {
    const begun = { sinceMs: performance.now() };
    underWay.add(begun);
    try {
      const results = await run(
        kind,
        batch.map(({ args }) => args),
      );
      for (const [at, { resolve }] of batch.entries()) resolve(results[at] as Result);
    } catch (error) {
      // What went wrong in the statement may be the fault of one: the others have nothing to do with
      // it, and nothing was written. Where the database is gone, nobody knows what was.
      const isGone = error instanceof StorageUnavailable;
      if (batch.length > 1 && !isGone) await Promise.all(batch.map((item) => send([item])));
      else for (const { reject } of batch) reject(error);
      if (isGone) for (const { reject } of takeImpatient(items)) reject(error);
    } finally {
      underWay.delete(begun);
      arm();
    }
  }

  function flush(): void {
    armed = false;
    if (items.length > 0 && mayStart()) void send(takeSome(kind, items));
    arm();
  }

  function arm(): void {
    if (armed || items.length === 0) return;
    if (mayStart()) {
      armed = true;
      setImmediate(flush);
    } else {
      later ??= setTimeout(() => {
        later = undefined;
        arm();
      }, SLOW_MS).unref();
    }
  }

  return (args: Args) =>
    new Promise<Result>((resolve, reject) => {
      items.push({ args, sinceMs: performance.now(), resolve, reject });
      arm();
    });
}

/**
 * Runs operations of one kind together: those of one turn of the event loop, and those that come
 * while such a batch is under way. A statement costs this process and the server about the same
 * for one row and for ten.
 */
export function createBatches(run: RunBatch) {
  const queues = new WeakMap<object, (args: never) => Promise<unknown>>();
  return function together<Args, Result>(
    kind: Together<Args, Result>,
    args: Args,
  ): Promise<Result> {
    let queue = queues.get(kind) as ((args: Args) => Promise<Result>) | undefined;
    if (!queue) {
      queue = createQueue(kind, run);
      queues.set(kind, queue);
    }
    return queue(args);
  };
}
