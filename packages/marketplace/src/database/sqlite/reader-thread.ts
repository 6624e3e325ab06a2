// Runs in the thread that reads lists: one connection, one list at a time.
import { setPriority } from 'node:os';
import { platform } from 'node:process';
import { parentPort, workerData } from 'node:worker_threads';
import { createExecutor, openConnection } from './connection.ts';
import type { ReaderRequest, ReaderResponse, ReaderThreadOptions } from './reader.ts';

/** Orders take precedence over lists when both need the processor. */
const NICENESS = 10;

/** Ends a statement from a function that it calls: the driver has no other way to interrupt one. */
class Cancelled extends Error {}

const port = parentPort;
if (!port) throw new Error('This module runs in a worker thread.');

const { path, cancelled } = workerData as ReaderThreadOptions;
const cancelledList = new Int32Array(cancelled);
let current = 0;
let nowMs = 0;

// On Linux this sets the priority of the thread; elsewhere it would set that of the whole process.
if (platform === 'linux') setPriority(NICENESS);

const connection = openConnection({
  path,
  clock: { now: () => nowMs },
  readonly: true,
  throwIfCancelled() {
    if (Atomics.load(cancelledList, 0) === current) throw new Cancelled();
  },
});
const execute = createExecutor(connection);
const begin = connection.prepare('BEGIN');
const end = connection.prepare('COMMIT');

function respondTo(request: Extract<ReaderRequest, { kind: 'statement' }>): ReaderResponse {
  current = request.list;
  nowMs = request.nowMs;
  try {
    if (!connection.inTransaction) begin.run();
    return { kind: 'rows', rows: execute(request.statement).rows };
  } catch (error) {
    if (error instanceof Cancelled) return { kind: 'cancelled' };
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return {
      kind: 'failed',
      message: error instanceof Error ? error.message : String(error),
      code,
    };
  }
}

port.on('message', (request: ReaderRequest) => {
  switch (request.kind) {
    case 'statement':
      return port.postMessage(respondTo(request));
    case 'end':
      if (connection.inTransaction) end.run();
      return;
    case 'close':
      connection.close();
      return port.close();
  }
});

port.postMessage({ kind: 'ready' } satisfies ReaderResponse);
