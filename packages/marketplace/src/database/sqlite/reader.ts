import type { Clock } from '../../market/outside.ts';
import type { Disconnect } from '../../structures/disconnect.ts';
import { StorageUnavailable } from '../../market/refusal.ts';
import {
  SingleStatement,
  type Operation,
  type Statement,
  type StatementOutcome,
} from '../operation.ts';
import { listOverloaded } from '../list-queue.ts';
import { toStorageError } from './storage-error.ts';
import { startReaderThread, type ReaderThread } from './start-reader-thread.ts';

export interface SqliteReader {
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
 * Runs statements in a thread with a connection of its own, where one that takes 300 ms holds up no
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
