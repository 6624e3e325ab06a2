import type { Clock } from '../../domain/clock.ts';
import type { Disconnect } from '../../concurrency/disconnect.ts';
import { StorageUnavailable } from '../../domain/refusal.ts';
import {
  SingleStatement,
  type Operation,
  type Statement,
  type StatementOutcome,
} from '../operation.ts';
import { listOverloaded } from '../read-turns.ts';
import { storageError } from './storage-error.ts';
import { startReaderThread, type ReaderThread } from './thread.ts';

type Asked<Result> = SingleStatement<Result> | Operation<Result>;

export interface SqliteReader {
  /** Runs an operation that only reads, on one snapshot; one at a time. `cut` ends it. */
  run<Result>(operation: () => Asked<Result>, cut: Disconnect): Promise<Result>;
  /** Whether its thread was started. */
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

const MAX_NUMBER = 0x7f_ff_ff_ff;

/**
 * Statements in a thread with a connection of its own: one that takes 300 ms there holds up no order.
 * The thread is started with the first list. When it dies, its list fails and the next starts another.
 */
export function createSqliteReader({
  path,
  clock,
}: {
  path: string;
  clock: Pick<Clock, 'now'>;
}): SqliteReader {
  const cutShared = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const cutList = new Int32Array(cutShared);
  let thread: ReaderThread | undefined;
  let list = 0;

  function openThread(): ReaderThread {
    if (!thread || thread.isGone()) thread = startReaderThread({ path, cut: cutShared });
    return thread;
  }

  async function execute(used: ReaderThread, statement: Statement): Promise<StatementOutcome> {
    const { sql, parameters } = statement;
    const nowMs = clock.now();
    const reply = await used.ask({
      kind: 'statement',
      list,
      statement: { sql, parameters },
      nowMs,
    });
    switch (reply?.kind) {
      case 'rows':
        return { rows: reply.rows, changes: reply.rows.length };
      case 'cut':
        throw listOverloaded();
      case 'failed':
        throw storageError(new ReaderError(reply.message, reply.code));
      case 'ready':
      case undefined:
        throw new StorageUnavailable(new Error('The thread that reads lists has ended.'));
    }
  }

  return {
    async run(operation, cut) {
      const used = openThread();
      // Whoever waits keeps the process alive.
      used.hold(true);
      list = (list % MAX_NUMBER) + 1;
      let forgetEnd: (() => void) | undefined;
      const forget = cut.subscribe(() => {
        Atomics.store(cutList, 0, list);
        forgetEnd = used.endSoon();
      });
      try {
        const asked = operation();
        const running = asked instanceof SingleStatement ? asked[Symbol.iterator]() : asked;
        let step = running.next();
        while (!step.done) {
          if (cut.happened) throw listOverloaded();
          step = running.next(await execute(used, step.value));
        }
        return step.value;
      } finally {
        forget();
        forgetEnd?.();
        used.tell({ kind: 'end' });
        used.hold(false);
      }
    },
    isOpen: () => thread?.isGone() === false,
    async close() {
      const used = thread;
      if (!used) return;
      used.hold(true);
      await used.ready;
      Atomics.store(cutList, 0, list);
      used.tell({ kind: 'close' });
      const forgetEnd = used.endSoon();
      await used.gone;
      forgetEnd();
    },
  };
}
