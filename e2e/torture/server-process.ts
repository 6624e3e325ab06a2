import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import {
  readyLineOf,
  spawnMarketplace,
  type ReadyLine,
} from '../../test-bed/marketplace-process.ts';

export interface ServerOptions {
  /** The arguments of `mkt-marketplace`, except `--json`. */
  args: readonly string[];
  env?: Record<string, string>;
  /** Its stderr is appended to this file. */
  logFile: string;
}

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** A marketplace in its own process, which can be killed by its id. */
export interface ServerProcess {
  pid: number;
  /** Rejects if the process ends before it is ready. */
  ready: Promise<ReadyLine>;
  ended: Promise<Ended>;
  signal(signal: NodeJS.Signals): void;
  /** Sends a signal and waits until the process has ended. */
  end(signal: NodeJS.Signals): Promise<Ended>;
}

/** The arguments of a marketplace in dev mode on a free port. */
export const devServer = (dataDir: string, database?: string): string[] => [
  'serve',
  '--dev',
  '--port',
  '0',
  '--data',
  dataDir,
  ...(database === undefined ? [] : ['--database', database]),
];

/** Starts `mkt-marketplace serve` and returns at once: it may be killed before it is ready. */
export function startServerProcess({ args, env = {}, logFile }: ServerOptions): ServerProcess {
  const child = spawnMarketplace([...args, '--json'], { env });
  const log = createWriteStream(logFile, { flags: 'a' });
  child.stderr.pipe(log);
  // Not `close`, because processes that the server started may keep its log open a little longer.
  const ended = once(child, 'exit').then(([code, signal]): Ended => ({ code, signal }));
  const ready = readyLineOf(child);
  // A server that is killed while it starts has no caller that waits for it.
  ready.catch(() => undefined);
  const { pid } = child;
  if (pid === undefined) throw new Error('The server could not be started.');
  return {
    pid,
    ready,
    ended,
    signal: (signal) => void child.kill(signal),
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}
