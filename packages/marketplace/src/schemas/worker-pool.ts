import type { SchemaReply, SchemaTask } from './schema-task.ts';
import { startWorkerProcess, type WorkerProcess } from './worker-process.ts';

/** A process that has not begun by then never will. */
const START_BUDGET_MS = 10_000;
const MAX_QUEUED_PER_GROUP = 200;

export type TaskReply = Exclude<SchemaReply, { kind: 'ready' } | { kind: 'begun' }>;
/** `busy`: not begun, for too many wait or no process starts. */
export type TaskOutcome = { kind: 'reply'; reply: TaskReply } | { kind: 'timeout' | 'busy' };

interface Queued {
  task: SchemaTask;
  /** Of each step of the task, as it begins. */
  budgetsMs: number[];
  resolve(outcome: TaskOutcome): void;
}

interface Worker {
  process: WorkerProcess;
  current: { group: string; queued: Queued } | undefined;
  timer: NodeJS.Timeout | undefined;
  ready: boolean;
}

export interface WorkerPoolOptions {
  script: URL;
  execArgv: string[];
  /** Processes at most. */
  size: number;
}

/**
 * Processes with a memory limit and a kill timer. Tasks of one group run one after another, in one
 * process at most, and groups take turns: a hostile listing can spend only its own time.
 */
export function createWorkerPool(options: WorkerPoolOptions) {
  const queues = new Map<string, Queued[]>();
  const busyGroups = new Set<string>();
  const workers = new Set<Worker>();
  let closed = false;

  function end(worker: Worker, outcome: TaskOutcome): void {
    clearTimeout(worker.timer);
    const { current } = worker;
    if (!current) return;
    worker.current = undefined;
    busyGroups.delete(current.group);
    current.queued.resolve(outcome);
  }

  function refuseQueued(): void {
    const waiting = [...queues.values()].flat();
    queues.clear();
    for (const { resolve } of waiting) resolve({ kind: 'busy' });
  }

  /** Ends a process and what it was doing; the next task gets a new one. */
  function drop(worker: Worker): void {
    if (!workers.delete(worker)) return;
    void worker.process.kill();
    end(worker, { kind: 'timeout' });
    // A system that starts no process now is not asked again until somebody needs one.
    if (worker.ready) dispatch();
    else if (workers.size === 0) refuseQueued();
  }

  /**
   * Kills the process when the time is over and there is still no reply. The second look lets replies
   * in that came while this process was busy itself: a late timer is no slow schema.
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
      const budgetMs = worker.current?.queued.budgetsMs.shift();
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
      // Out of memory, or killed by the system: the process is gone, and with it its task.
      onEnd: () => drop(worker),
    });
    const worker: Worker = { process: started, current: undefined, timer: undefined, ready: false };
    workers.add(worker);
    limit(worker, START_BUDGET_MS);
  }

  function takeNext(): { group: string; queued: Queued } | undefined {
    for (const [group, queue] of queues) {
      if (busyGroups.has(group)) continue;
      const queued = queue.shift();
      queues.delete(group);
      // Behind the others: groups take turns.
      if (queue.length > 0) queues.set(group, queue);
      if (queued) return { group, queued };
    }
    return undefined;
  }

  function run(worker: Worker, group: string, queued: Queued): void {
    busyGroups.add(group);
    worker.current = { group, queued };
    limit(worker, START_BUDGET_MS);
    worker.process.send(queued.task);
  }

  function dispatch(): void {
    if (closed) return;
    for (const worker of workers) {
      if (!worker.ready || worker.current) continue;
      const next = takeNext();
      if (!next) return;
      run(worker, next.group, next.queued);
    }
    const waiting = [...queues.keys()].some((group) => !busyGroups.has(group));
    if (waiting && workers.size < options.size) startWorker();
  }

  return {
    /** Runs a task, each of its steps within its budget, which counts from when it begins. */
    run(group: string, task: SchemaTask, ...budgetsMs: number[]): Promise<TaskOutcome> {
      const queue = queues.get(group) ?? [];
      if (closed || queue.length >= MAX_QUEUED_PER_GROUP) return Promise.resolve({ kind: 'busy' });
      return new Promise((resolve) => {
        queue.push({ task, budgetsMs, resolve });
        queues.set(group, queue);
        dispatch();
      });
    },
    /** Starts the processes before anybody needs them. */
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
