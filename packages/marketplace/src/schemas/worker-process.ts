import { fork } from 'node:child_process';
import modules from 'node:module';
import { dirname } from 'node:path';
import type { Check, Detail } from '@mkt/protocol';
import type { PlanMessage } from './main-thread.ts';
import type { ContractComparison, InspectedSchema } from './validation.ts';

/**
 * A task for a schema process. The text of a schema is sent to a process once; afterwards its hash
 * identifies it. With the text, the process compiles the schema and validates in one task: a second
 * task might go to a process that does not have the schema either.
 */
export type SchemaTask =
  | { kind: 'inspect'; schemaJson: string; path: string; method?: string }
  | {
      kind: 'validate';
      schemaHash: string;
      schemaJson?: string;
      json: string;
      /** Whether to return the plan of the schema too. */
      wantsPlan: boolean;
    }
  /**
   * `contentJson` is a `ListingContent`. The blocked words are part of the task because worker
   * processes read no files.
   */
  | { kind: 'review-content'; contentJson: string; slug?: string; blockedWords: string[] }
  /** `profileJson` is a `ProfileTexts`. */
  | { kind: 'review-profile'; profileJson: string; blockedWords: string[] }
  /** Both are `ContractTerms`. */
  | { kind: 'compare'; beforeJson: string; afterJson: string };

/**
 * `ready` is sent once, when the process has started. `begun` is sent before each step of a task,
 * so that its time counts from there, without the start of the process or the queue. `refused`: the
 * schema is not accepted. `unknown-schema`: the process does not have this validator. `undecided`: a
 * pattern is too large for V8.
 */
export type SchemaReply =
  | { kind: 'ready' }
  | { kind: 'begun' }
  | { kind: 'unknown-schema' }
  | { kind: 'refused' }
  | { kind: 'undecided' }
  | { kind: 'inspected'; inspected: InspectedSchema }
  | { kind: 'content'; check: Check }
  | { kind: 'compared'; comparison: ContractComparison }
  | { kind: 'details'; details: Detail[]; plan?: PlanMessage };

// By its default export: Node 20 has no such function, and should get as far as the message about it.

/**
 * Enough for any schema that the rules accept, and little enough to do no harm. V8 aborts the
 * process at this limit; with a worker thread instead, it took down the whole server.
 */
const MEMORY_LIMITS = ['--max-old-space-size=128', '--max-semi-space-size=8'];

export interface WorkerProcess {
  /** -1 if it could not be started. */
  pid: number;
  send(task: SchemaTask): void;
  /** Kills the process, whatever it is doing; resolves when it is gone. */
  kill(): Promise<void>;
}

interface WorkerProcessOptions {
  script: URL;
  execArgv: string[];
  onReply(reply: SchemaReply): void;
  /** Called when the process has ended for whatever reason, or could not be started. */
  onEnd(): void;
}

/**
 * Where this process keeps compiled code, if it does: a process that starts from TypeScript then
 * takes 0.1 s of a processor instead of 0.3 s.
 */
function compileCache(): Record<string, string> {
  const folder = modules.getCompileCacheDir();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
}

/**
 * Starts a process that is isolated from this one: one channel, no files, and of the environment at
 * most the folder of compiled code.
 */
export function startWorkerProcess(options: WorkerProcessOptions): WorkerProcess {
  const child = fork(options.script, [], {
    execArgv: [...MEMORY_LIMITS, ...options.execArgv],
    env: compileCache(),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // V8's format copies strings where JSON would escape them: a sixth of the time for 256 KiB.
    serialization: 'advanced',
  });
  child.unref();
  child.channel?.unref();
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    // If the process did not start, there is no exit event.
    child.once('error', () => {
      if (child.pid === undefined) resolve();
    });
  });
  child.on('message', (reply) => options.onReply(reply as SchemaReply));
  child.on('disconnect', () => options.onEnd());
  child.on('error', () => options.onEnd());
  void gone.then(() => options.onEnd());

  return {
    pid: child.pid ?? -1,
    // Errors are ignored here: a closed channel is reported by its disconnect event.
    send: (task) => void child.send(task, () => undefined),
    kill() {
      // Keeps this process alive until the child has ended.
      child.ref();
      child.kill('SIGKILL');
      return gone;
    },
  };
}
