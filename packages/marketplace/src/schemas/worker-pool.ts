import { createBoundedMap } from '../structures/bounded-map.ts';
import {
  type SchemaReply,
  type SchemaTask,
  startWorkerProcess,
  type WorkerProcess,
} from './worker-process.ts';

/** The time that a group has used counts half after this long. */
const HALF_LIFE_MS = 10_000;
/** Groups whose times differ by less than this take turns. */
const TIE_MS = 250;
const MAX_TRACKED_GROUPS = 1_000;

interface Spent {
  ms: number;
  atMs: number;
}

interface Entry<Item> {
  group: string;
  /** A second group that must not have a running item either. */
  beside?: string | undefined;
  item: Item;
}

interface Lanes<Item> {
  urgent: Entry<Item>[];
  normal: Entry<Item>[];
}

/**
 * A queue of items for the schema processes, with at most one running item per group. The group
 * that used the least time recently comes first; groups that used about the same take turns. So
 * accounts that send slow inputs wait behind all others, however many of them there are.
 */
function createTaskQueue<Item>(maxPerGroup: number) {
  const waiting = new Map<string, Lanes<Item>>();
  const running = new Set<string>();
  const spent = createBoundedMap<Spent>({ max: MAX_TRACKED_GROUPS });

  function spentMs(group: string, nowMs: number): number {
    const known = spent.get(group);
    return known ? known.ms * 2 ** ((known.atMs - nowMs) / HALF_LIFE_MS) : 0;
  }

  const isFree = ({ group, beside }: Entry<Item>) =>
    !running.has(group) && (beside === undefined || !running.has(beside));

  /** A group's first item that may run: an item that waits for a second group does not block the others. */
  function firstOf({ urgent, normal }: Lanes<Item>, mayRun: (entry: Entry<Item>) => boolean) {
    for (const lane of [urgent, normal]) {
      const entry = lane.find((each) => isFree(each) && mayRun(each));
      if (entry) return { lane, entry };
    }
    return undefined;
  }

  function cheapest(nowMs: number, mayRun: (entry: Entry<Item>) => boolean) {
    let found: ReturnType<typeof firstOf>;
    let least = Infinity;
    for (const [group, lanes] of waiting) {
      if (running.has(group)) continue;
      const cost = Math.floor(spentMs(group, nowMs) / TIE_MS);
      if (cost >= least) continue;
      const first = firstOf(lanes, mayRun);
      if (first) [found, least] = [first, cost];
      if (least === 0) break;
    }
    return found;
  }

  return {
    /** Returns false if too many items of this group are already waiting. */
    add(entry: Entry<Item>, urgent: boolean): boolean {
      const { group } = entry;
      const lanes = waiting.get(group) ?? { urgent: [], normal: [] };
      if (lanes.urgent.length + lanes.normal.length >= maxPerGroup) return false;
      (urgent ? lanes.urgent : lanes.normal).push(entry);
      waiting.set(group, lanes);
      return true;
    },
    /** Removes the next item that may run; its groups get no other item until `done`. */
    take(nowMs: number, mayRun: (entry: Entry<Item>) => boolean): Entry<Item> | undefined {
      const found = cheapest(nowMs, mayRun);
      if (!found) return undefined;
      const { lane, entry } = found;
      const { group, beside } = entry;
      lane.splice(lane.indexOf(entry), 1);
      const lanes = waiting.get(group);
      waiting.delete(group);
      // Moves the group behind the others, so that groups take turns.
      if (lanes && lanes.urgent.length + lanes.normal.length > 0) waiting.set(group, lanes);
      running.add(group);
      if (beside !== undefined) running.add(beside);
      return entry;
    },
    /** The time is charged to the group alone. */
    done({ group, beside }: Entry<Item>, tookMs: number, nowMs: number): void {
      running.delete(group);
      if (beside !== undefined) running.delete(beside);
      const ms = spentMs(group, nowMs) + tookMs;
      spent.set(group, { ms, atMs: nowMs });
    },
    /** Removes an item that no longer waits; returns false if it was already taken. */
    remove(group: string, item: Item): boolean {
      const lanes = waiting.get(group);
      for (const lane of lanes ? [lanes.urgent, lanes.normal] : []) {
        const index = lane.findIndex((entry) => entry.item === item);
        if (index === -1) continue;
        lane.splice(index, 1);
        if (lanes && lanes.urgent.length + lanes.normal.length === 0) waiting.delete(group);
        return true;
      }
      return false;
    },
    hasReady: () => [...waiting.values()].some((lanes) => firstOf(lanes, () => true)),
    removeAll(): Item[] {
      const all = [...waiting.values()].flatMap(({ urgent, normal }) => [...urgent, ...normal]);
      waiting.clear();
      return all.map(({ item }) => item);
    },
  };
}

/** A process that has not started a task by then never will. */
const START_BUDGET_MS = 10_000;
const MAX_QUEUED_PER_GROUP = 200;
/** A task that waits longer is refused as `overloaded` (docs/reference/limits.md#shares). */
export const MAX_WAIT_MS = 5_000;
/** How long a group stays suspect after one of its tasks had to be killed. */
const SUSPECT_MS = 60_000;

type TaskReply = Exclude<SchemaReply, { kind: 'ready' } | { kind: 'begun' }>;
/**
 * `busy`: the task did not start, because it waited too long, too many tasks are waiting, or no
 * process starts.
 */
export type TaskOutcome = { kind: 'reply'; reply: TaskReply } | { kind: 'timeout' | 'busy' };

interface Queued {
  task: SchemaTask;
  /** The budget of each step of the task. */
  budgetsMs: number[];
  resolve(outcome: TaskOutcome): void;
  /** Ends the wait in the queue. */
  timer: NodeJS.Timeout | undefined;
}

export interface Scheduling {
  /** The group that the time is charged to. */
  group: string;
  /** A second group, such as the seller of the schema that a buyer's input is checked against. */
  beside?: string | undefined;
  /**
   * Runs before other tasks of its group. For results, whose number is bounded by the calls of the
   * seller.
   */
  urgent?: boolean;
  /**
   * How long it may wait for its turn, as a time of `performance.now()`; 5 s from now by default.
   */
  waitsUntilMs?: number;
}

interface Worker {
  process: WorkerProcess;
  current: { entry: Entry<Queued>; sinceMs: number } | undefined;
  timer: NodeJS.Timeout | undefined;
  ready: boolean;
}

interface WorkerPoolOptions {
  script: URL;
  execArgv: string[];
  /** The maximum number of processes. */
  size: number;
}

/**
 * A pool of processes with a memory limit and a kill timer. Tasks of one group run one after
 * another, and groups share the processes fairly: a hostile account only uses up its own time.
 */
export function createWorkerPool(options: WorkerPoolOptions) {
  const queue = createTaskQueue<Queued>(MAX_QUEUED_PER_GROUP);
  const workers = new Set<Worker>();
  /** The time until which each group is suspect. */
  const suspects = new Map<string, number>();
  let closed = false;

  function end(worker: Worker, outcome: TaskOutcome): void {
    clearTimeout(worker.timer);
    const { current } = worker;
    if (!current) return;
    worker.current = undefined;
    const nowMs = performance.now();
    queue.done(current.entry, nowMs - current.sinceMs, nowMs);
    current.entry.item.resolve(outcome);
  }

  function refuseQueued(): void {
    for (const { timer, resolve } of queue.removeAll()) {
      clearTimeout(timer);
      resolve({ kind: 'busy' });
    }
  }

  /** Either group may be the hostile one: the buyer of an input, or the seller of a schema. */
  const groupsOf = ({ group, beside }: Entry<Queued>) => [group, ...(beside ? [beside] : [])];

  function suspect(entry: Entry<Queued>): void {
    const nowMs = performance.now();
    for (const [each, untilMs] of suspects) if (untilMs <= nowMs) suspects.delete(each);
    for (const group of groupsOf(entry)) suspects.set(group, nowMs + SUSPECT_MS);
  }

  const isSuspect = (entry: Entry<Queued>) =>
    groupsOf(entry).some((group) => (suspects.get(group) ?? 0) > performance.now());

  /**
   * Suspect groups always leave one started process to the others, which keeps its compiled
   * validators and need not be started first.
   */
  function mayRun(entry: Entry<Queued>): boolean {
    if (options.size === 1 || !isSuspect(entry)) return true;
    const left = [...workers].filter(
      ({ ready, current }) => ready && (!current || !isSuspect(current.entry)),
    );
    return left.length > 1;
  }

  /** Kills a process and fails its task; the next task gets a new process. */
  function drop(worker: Worker): void {
    if (!workers.delete(worker)) return;
    if (worker.current) suspect(worker.current.entry);
    void worker.process.kill();
    end(worker, { kind: 'timeout' });
    // If no process can start, the next attempt is made with the next task.
    if (worker.ready) dispatch();
    else if (workers.size === 0) refuseQueued();
  }

  /**
   * Kills the process if its time is up and there is still no reply. The setImmediate first lets
   * replies in that arrived while this process was busy: a late timer does not mean a slow schema.
   */
  function limit(worker: Worker, budgetMs: number): void {
    clearTimeout(worker.timer);
    const { current } = worker;
    worker.timer = setTimeout(() => {
      setImmediate(() => {
        if (worker.current === current) drop(worker);
      });
    }, budgetMs);
  }

  function receive(worker: Worker, reply: SchemaReply): void {
    if (reply.kind === 'begun') {
      const budgetMs = worker.current?.entry.item.budgetsMs.shift();
      if (budgetMs !== undefined) limit(worker, budgetMs);
      return;
    }
    if (reply.kind === 'ready') {
      clearTimeout(worker.timer);
      worker.ready = true;
    } else end(worker, { kind: 'reply', reply });
    dispatch();
  }

  function startWorker(): void {
    const { script, execArgv } = options;
    const started = startWorkerProcess({
      script,
      execArgv,
      onReply: (reply) => receive(worker, reply),
      // Out of memory or killed by the system: the process is gone, and its task with it.
      onEnd: () => drop(worker),
    });
    const worker: Worker = { process: started, current: undefined, timer: undefined, ready: false };
    workers.add(worker);
    limit(worker, START_BUDGET_MS);
  }

  function run(worker: Worker, entry: Entry<Queued>): void {
    clearTimeout(entry.item.timer);
    worker.current = { entry, sinceMs: performance.now() };
    limit(worker, START_BUDGET_MS);
    worker.process.send(entry.item.task);
  }

  function dispatch(): void {
    if (closed) return;
    const idle = [...workers].filter(({ ready, current }) => ready && !current);
    while (idle.length > 0) {
      const next = queue.take(performance.now(), mayRun);
      if (!next) break;
      // The oldest process has compiled the most schemas; the youngest replaced one that was
      // killed.
      const worker = isSuspect(next) ? idle.pop() : idle.shift();
      if (worker) run(worker, next);
    }
    if (workers.size < options.size && queue.hasReady()) startWorker();
  }

  function limitWait(queued: Queued, { group, waitsUntilMs }: Scheduling): void {
    const ms = waitsUntilMs === undefined ? MAX_WAIT_MS : waitsUntilMs - performance.now();
    queued.timer = setTimeout(() => {
      if (queue.remove(group, queued)) queued.resolve({ kind: 'busy' });
    }, ms);
  }

  return {
    /** Runs a task. Each of its steps has a budget, which counts from the start of that step. */
    run(scheduling: Scheduling, task: SchemaTask, ...budgetsMs: number[]): Promise<TaskOutcome> {
      if (closed) return Promise.resolve({ kind: 'busy' });
      return new Promise((resolve) => {
        const queued: Queued = { task, budgetsMs, resolve, timer: undefined };
        const { group, beside, urgent = false } = scheduling;
        if (!queue.add({ group, beside, item: queued }, urgent)) {
          resolve({ kind: 'busy' });
          return;
        }
        limitWait(queued, scheduling);
        dispatch();
      });
    },
    /** Starts all processes before they are needed. */
    warm(): void {
      if (closed) return;
      while (workers.size < options.size) startWorker();
    },
    async close(): Promise<void> {
      closed = true;
      const all = [...workers];
      workers.clear();
      refuseQueued();
      for (const worker of all) end(worker, { kind: 'busy' });
      await Promise.all(all.map((worker) => worker.process.kill()));
    },
  };
}
