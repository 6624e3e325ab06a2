// What runs in the thread that reads lists: one connection, one list at a time.
import { setPriority } from 'node:os';
import { platform } from 'node:process';
import { parentPort, workerData } from 'node:worker_threads';
import { openConnection } from './connection.ts';
import type { ReaderQuestion, ReaderReply, ReaderStart } from './reader-messages.ts';
import { createExecutor } from './run-operation.ts';

/** Orders go before lists where both want the processor. */
const NICENESS = 10;

/** Ends the statement from within: this driver shows no other way to interrupt SQLite. */
class CutOff extends Error {}

const port = parentPort;
if (!port) throw new Error('This runs in a thread.');

const { path, cut } = workerData as ReaderStart;
const cutList = new Int32Array(cut);
let current = 0;
let nowMs = 0;

// On Linux a priority is a thread's; elsewhere it would be that of the whole process.
if (platform === 'linux') setPriority(NICENESS);

const connection = openConnection({
  path,
  clock: { now: () => nowMs },
  readonly: true,
  onAsked() {
    if (Atomics.load(cutList, 0) === current) throw new CutOff();
  },
});
const execute = createExecutor(connection);
const begin = connection.prepare('BEGIN');
const end = connection.prepare('COMMIT');

function replyTo(question: Extract<ReaderQuestion, { kind: 'statement' }>): ReaderReply {
  current = question.list;
  nowMs = question.nowMs;
  try {
    if (!connection.inTransaction) begin.run();
    return { kind: 'rows', rows: execute(question.statement).rows };
  } catch (error) {
    if (error instanceof CutOff) return { kind: 'cut' };
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return {
      kind: 'failed',
      message: error instanceof Error ? error.message : String(error),
      code,
    };
  }
}

port.on('message', (question: ReaderQuestion) => {
  switch (question.kind) {
    case 'statement':
      return port.postMessage(replyTo(question));
    case 'end':
      if (connection.inTransaction) end.run();
      return;
    case 'close':
      connection.close();
      return port.close();
  }
});

port.postMessage({ kind: 'ready' } satisfies ReaderReply);
