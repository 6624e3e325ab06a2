import { Worker } from 'node:worker_threads';
import type { ReaderQuestion, ReaderReply, ReaderStart } from './reader-messages.ts';

/** A thread that does not stop this long after it was told to is ended. */
const GRACE_MS = 5_000;

const fromSource = import.meta.url.endsWith('.ts');
const SCRIPT = new URL(fromSource ? './reader-thread.ts' : './reader-thread.js', import.meta.url);

export interface ReaderThread {
  /** Resolves when it takes questions, or is gone. */
  ready: Promise<void>;
  gone: Promise<void>;
  isGone(): boolean;
  /** Its answer; `undefined` when it is gone. One question at a time. */
  ask(question: ReaderQuestion): Promise<ReaderReply | undefined>;
  /** A question without an answer. */
  tell(question: ReaderQuestion): void;
  /** Whether it keeps the process alive. */
  hold(held: boolean): void;
  /** Ends it by force after a while; the result cancels that. */
  endSoon(): () => void;
}

/** Starts a thread with a connection of its own, which only reads. */
export function startReaderThread(workerData: ReaderStart): ReaderThread {
  const worker = new Worker(SCRIPT, {
    workerData,
    execArgv: fromSource ? ['--conditions=mkt-source'] : [],
  });
  worker.unref();
  let isReady = false;
  let isGone = false;
  let answer: ((reply: ReaderReply | undefined) => void) | undefined;

  const gone = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      isGone = true;
      answer?.(undefined);
      resolve();
    });
  });
  const ready = new Promise<void>((resolve) => {
    worker.once('exit', () => resolve());
    worker.on('message', (reply: ReaderReply) => {
      if (reply.kind !== 'ready') return answer?.(reply);
      isReady = true;
      return resolve();
    });
  });
  // What it dies of is told by its end, to whoever waits then and to nobody else.
  worker.on('error', () => undefined);

  return {
    ready,
    gone,
    isGone: () => isGone,
    async ask(question) {
      await ready;
      if (isGone) return undefined;
      return new Promise((resolve) => {
        answer = resolve;
        worker.postMessage(question);
      });
    },
    tell: (question) => worker.postMessage(question),
    hold(held) {
      if (held) worker.ref();
      else worker.unref();
    },
    endSoon() {
      const timer = setTimeout(() => {
        // While it is still starting, that can end the process (docs/adr/0004).
        if (isReady) void worker.terminate();
      }, GRACE_MS);
      return () => clearTimeout(timer);
    },
  };
}
