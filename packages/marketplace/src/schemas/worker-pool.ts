import { Worker } from 'node:worker_threads';
import type { SchemaReply, SchemaTask } from './schema-task.ts';

/** Enough for any schema that the rules accept, and little enough to hurt nobody. */
const LIMITS_MB = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };
/** A thread that has not begun by then never will. */
const START_BUDGET_MS = 10_000;
const MAX_QUEUED_PER_GROUP = 200;

export type TaskReply = Exclude<SchemaReply, { kind: 'ready' } | { kind: 'begun' }>;
export type TaskOutcome = { kind: 'reply'; reply: TaskReply } | { kind: 'timeout' | 'busy' };

interface Queued {
  task: SchemaTask;
  /** Of each step of the task, as it begins. */
  budgetsMs: number[];
  resolve(outcome: TaskOutcome): void;
}

interface Thread {
  worker: Worker;
  current: { group: string; queued: Queued } | undefined;
  timer: NodeJS.Timeout | undefined;
  ready: boolean;
}

export interface WorkerPoolOptions {
  script: URL;
  execArgv: string[];
  threads: number;
}

/**
 * Worker threads with a memory limit and a kill timer. Tasks of one group run one after another,
 * on at most one thread, and groups take turns: a hostile listing can spend only its own time.
 */
export function createWorkerPool(options: WorkerPoolOptions) {
  const queues = new Map<string, Queued[]>();
  const busyGroups = new Set<string>();
  const threads = new Set<Thread>();
  let closed = false;

  function end(thread: Thread, outcome: TaskOutcome): void {
    clearTimeout(thread.timer);
    const { current } = thread;
    if (!current) return;
    thread.current = undefined;
    busyGroups.delete(current.group);
    current.queued.resolve(outcome);
  }

  /** Ends a thread and what it was doing; the next task gets a new one. */
  function drop(thread: Thread): void {
    if (!threads.delete(thread)) return;
    void thread.worker.terminate();
    end(thread, { kind: 'timeout' });
    dispatch();
  }

  /**
   * Kills the thread when the time is over and there is still no reply. The second look lets replies
   * in that came while this thread was busy itself: a late timer is no slow schema.
   */
  function limit(thread: Thread, budgetMs: number): void {
    clearTimeout(thread.timer);
    const { current } = thread;
    thread.timer = setTimeout(() => {
      setImmediate(() => {
        if (thread.current === current) drop(thread);
      });
    }, budgetMs);
  }

  function receive(thread: Thread, reply: SchemaReply): void {
    if (reply.kind === 'begun') {
      const budgetMs = thread.current?.queued.budgetsMs.shift();
      if (budgetMs !== undefined) limit(thread, budgetMs);
      return;
    }
    if (reply.kind === 'ready') {
      clearTimeout(thread.timer);
      thread.ready = true;
    } else end(thread, { kind: 'reply', reply });
    dispatch();
  }

  function startThread(): void {
    const worker = new Worker(options.script, {
      resourceLimits: LIMITS_MB,
      execArgv: options.execArgv,
      env: {},
      stdin: false,
      stdout: true,
      stderr: true,
    });
    const thread: Thread = { worker, current: undefined, timer: undefined, ready: false };
    threads.add(thread);
    worker.unref();
    limit(thread, START_BUDGET_MS);
    worker.on('message', (reply: SchemaReply) => receive(thread, reply));
    // Out of memory, or a stack that ran over: the thread is gone, and with it its task.
    worker.on('error', () => drop(thread));
    worker.on('exit', () => drop(thread));
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

  function run(thread: Thread, group: string, queued: Queued): void {
    busyGroups.add(group);
    thread.current = { group, queued };
    limit(thread, START_BUDGET_MS);
    thread.worker.postMessage(queued.task);
  }

  function dispatch(): void {
    if (closed) return;
    for (const thread of threads) {
      if (!thread.ready || thread.current) continue;
      const next = takeNext();
      if (!next) return;
      run(thread, next.group, next.queued);
    }
    const waiting = [...queues.keys()].some((group) => !busyGroups.has(group));
    if (waiting && threads.size < options.threads) startThread();
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
    /** Starts the threads before anybody needs them. */
    warm(): void {
      if (closed) return;
      while (threads.size < options.threads) startThread();
    },
    async close(): Promise<void> {
      closed = true;
      const all = [...threads];
      threads.clear();
      for (const queue of queues.values()) for (const each of queue) each.resolve({ kind: 'busy' });
      queues.clear();
      for (const thread of all) end(thread, { kind: 'busy' });
      await Promise.all(all.map((thread) => thread.worker.terminate()));
    },
  };
}
