import { Worker } from 'node:worker_threads';
import type { ReaderRequest, ReaderResponse, ReaderThreadOptions } from './reader-messages.ts';

/** A thread that has not stopped within this time is terminated. */
const GRACE_MS = 5_000;

const fromSource = import.meta.url.endsWith('.ts');
const SCRIPT = new URL(fromSource ? './reader-thread.ts' : './reader-thread.js', import.meta.url);

export interface ReaderThread {
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
export function startReaderThread(workerData: ReaderThreadOptions): ReaderThread {
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
