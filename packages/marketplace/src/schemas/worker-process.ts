import { fork } from 'node:child_process';
import type { SchemaReply, SchemaTask } from './schema-task.ts';

/**
 * Enough memory for any schema that the rules accept, and little enough to hurt nobody. V8 ends the
 * process at this limit without asking: a thread with a limit took the whole server with it.
 */
const MEMORY_LIMITS = ['--max-old-space-size=128', '--max-semi-space-size=8'];

export interface WorkerProcess {
  /** -1 for one that was not started. */
  pid: number;
  send(task: SchemaTask): void;
  /** Ends it whatever it is doing; resolves when it is gone. */
  kill(): Promise<void>;
}

export interface WorkerProcessOptions {
  script: URL;
  execArgv: string[];
  onReply(reply: SchemaReply): void;
  /** It has ended, by itself or not, or could not be started. */
  onEnd(): void;
}

/** Starts a process that knows nothing of this one: no environment, no files, one channel. */
export function startWorkerProcess(options: WorkerProcessOptions): WorkerProcess {
  const child = fork(options.script, [], {
    execArgv: [...MEMORY_LIMITS, ...options.execArgv],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // V8's own format copies a text where JSON would escape it: a sixth of the time for 256 KiB.
    serialization: 'advanced',
  });
  child.unref();
  child.channel?.unref();
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    // Without a process there is no exit.
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
    // A channel that is closed is told by its end.
    send: (task) => void child.send(task, () => undefined),
    kill() {
      // Whoever waits for the end keeps this process alive until then.
      child.ref();
      child.kill('SIGKILL');
      return gone;
    },
  };
}
