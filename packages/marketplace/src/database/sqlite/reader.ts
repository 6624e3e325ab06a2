import { Worker } from 'node:worker_threads';
import type { Clock } from '../../market/outside.ts';
import { StorageUnavailable } from '../../market/refusal.ts';
import type { Disconnect } from '../../structures/async.ts';
import { listOverloaded } from '../list-queue.ts';
import {
  type Operation,
  SingleStatement,
  type Statement,
  type StatementOutcome,
} from '../operation.ts';
import { toStorageError } from './operations.ts';

interface SqliteReader {
  /** Runs an operation that only reads, on one snapshot; one at a time. */
  run<Result>(
    operation: () => SingleStatement<Result> | Operation<Result>,
    cancelled: Disconnect,
  ): Promise<Result>;
  /** Whether its thread is running. */
  isOpen(): boolean;
  close(): Promise<void>;
}

class ReaderError extends Error {
  readonly code: string;
  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

const MAX_INT32 = 0x7f_ff_ff_ff;

/**
 * Runs statements in a thread with its own connection, where one that takes 300 ms holds up no
 * order. The first list starts the thread. If the thread exits, its list fails and the next list
 * starts another one.
 */
export function createSqliteReader({
  path,
  clock,
}: {
  path: string;
  clock: Pick<Clock, 'now'>;
}): SqliteReader {
  const cancelledShared = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const cancelledList = new Int32Array(cancelledShared);
  let thread: ReaderThread | undefined;
  let list = 0;

  function openThread(): ReaderThread {
    if (!thread || thread.hasExited())
      thread = startReaderThread({ path, cancelled: cancelledShared });
    return thread;
  }

  async function execute(used: ReaderThread, statement: Statement): Promise<StatementOutcome> {
    const { sql, parameters } = statement;
    const nowMs = clock.now();
    const response = await used.request({
      kind: 'statement',
      list,
      statement: { sql, parameters },
      nowMs,
    });
    switch (response?.kind) {
      case 'rows':
        return { rows: response.rows, changes: response.rows.length };
      case 'cancelled':
        throw listOverloaded();
      case 'failed':
        throw toStorageError(new ReaderError(response.message, response.code));
      case 'ready':
      case undefined:
        throw new StorageUnavailable(new Error('The reader thread has exited.'));
    }
  }

  return {
    async run(operation, cancelled) {
      const used = openThread();
      used.keepProcessAlive(true);
      list = (list % MAX_INT32) + 1;
      let cancelTermination: (() => void) | undefined;
      const unsubscribe = cancelled.subscribe(() => {
        Atomics.store(cancelledList, 0, list);
        cancelTermination = used.terminateSoon();
      });
      try {
        const built = operation();
        const running = built instanceof SingleStatement ? built[Symbol.iterator]() : built;
        let step = running.next();
        while (!step.done) {
          if (cancelled.happened) throw listOverloaded();
          step = running.next(await execute(used, step.value));
        }
        return step.value;
      } finally {
        unsubscribe();
        cancelTermination?.();
        used.send({ kind: 'end' });
        used.keepProcessAlive(false);
      }
    },
    isOpen: () => thread?.hasExited() === false,
    async close() {
      const used = thread;
      if (!used) return;
      used.keepProcessAlive(true);
      await used.ready;
      Atomics.store(cancelledList, 0, list);
      used.send({ kind: 'close' });
      const cancelTermination = used.terminateSoon();
      await used.exited;
      cancelTermination();
    },
  };
}

/** A thread that has not stopped within this time is terminated. */
const GRACE_MS = 5_000;

const fromSource = import.meta.url.endsWith('.ts');
const SCRIPT = new URL(fromSource ? './reader-thread.ts' : './reader-thread.js', import.meta.url);

interface ReaderThread {
  /** Resolves when the thread takes requests, or has exited. */
  ready: Promise<void>;
  exited: Promise<void>;
  hasExited(): boolean;
  /** Resolves to the response; `undefined` when the thread exits. One request at a time. */
  request(request: ReaderRequest): Promise<ReaderResponse | undefined>;
  /** Sends a request that has no response. */
  send(request: ReaderRequest): void;
  keepProcessAlive(keep: boolean): void;
  /** Terminates the thread after a grace period; the returned function cancels that. */
  terminateSoon(): () => void;
}

/** Starts a thread with a read-only connection. */
function startReaderThread(workerData: ReaderThreadOptions): ReaderThread {
  const worker = new Worker(SCRIPT, {
    workerData,
    execArgv: fromSource ? ['--conditions=mkt-source'] : [],
  });
  worker.unref();
  let isReady = false;
  let hasExited = false;
  let respond: ((response: ReaderResponse | undefined) => void) | undefined;

  const exited = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      hasExited = true;
      respond?.(undefined);
      resolve();
    });
  });
  const ready = new Promise<void>((resolve) => {
    worker.once('exit', () => resolve());
    worker.on('message', (response: ReaderResponse) => {
      if (response.kind !== 'ready') return respond?.(response);
      isReady = true;
      return resolve();
    });
  });
  // Without this handler an error in the thread would crash the process; `exit` reports it.
  worker.on('error', () => undefined);

  return {
    ready,
    exited,
    hasExited: () => hasExited,
    async request(request) {
      await ready;
      if (hasExited) return undefined;
      return new Promise((resolve) => {
        respond = resolve;
        worker.postMessage(request);
      });
    },
    send: (request) => worker.postMessage(request),
    keepProcessAlive(keep) {
      if (keep) worker.ref();
      else worker.unref();
    },
    terminateSoon() {
      const timer = setTimeout(() => {
        // Terminating a thread that is still starting can crash the process (docs/adr/0004).
        if (isReady) void worker.terminate();
      }, GRACE_MS);
      return () => clearTimeout(timer);
    },
  };
}

/** The worker data of a reader thread. */
export interface ReaderThreadOptions {
  path: string;
  /** One integer: the number of the list to cancel. */
  cancelled: SharedArrayBuffer;
}

/** A list's statements arrive one after the other; the first begins its snapshot, `end` ends it. */
export type ReaderRequest =
  | {
      kind: 'statement';
      list: number;
      statement: Pick<Statement, 'sql' | 'parameters'>;
      /** The value of `mkt_now()`. */
      nowMs: number;
    }
  | { kind: 'end' }
  | { kind: 'close' };

/** `failed` has SQLite's error code, or an empty one for other errors. */
export type ReaderResponse =
  | { kind: 'ready' }
  | { kind: 'rows'; rows: readonly unknown[] }
  | { kind: 'cancelled' }
  | { kind: 'failed'; message: string; code: string };
