// The thread of --jq, which jq-filter.ts starts: a filter may run forever, and only a thread can be
// stopped. jq itself, compiled to WebAssembly, keeps the digits of numbers that a filter only passes on.
import { parentPort, workerData } from 'node:worker_threads';
import { loadJq } from 'jq-wasm';
import type { JqReply, JqRequest, JqThreadOptions } from './jq-filter.ts';

const { filter } = workerData as JqThreadOptions;
const jq = await loadJq();

/** A filter such as `-.a` would be read as an option of jq. */
const expression = filter.startsWith('-') ? ` ${filter}` : filter;

function answer({ text }: JqRequest): JqReply {
  try {
    const { stdout, stderr, exitCode } = jq.raw(text, expression, ['-c']);
    return exitCode === 0 ? { kind: 'done', stdout, stderr } : { kind: 'failed', stderr };
  } catch {
    // WebAssembly ends with a trap when its memory or its stack is used up.
    return { kind: 'failed', stderr: 'it needs too much memory' };
  }
}

parentPort?.on('message', (request: JqRequest) => parentPort?.postMessage(answer(request)));
