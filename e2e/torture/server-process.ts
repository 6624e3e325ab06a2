import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import {
  readyLineOf,
  spawnMarketplace,
  type ReadyLine,
} from '../../test-bed/marketplace-process.ts';

export interface ServerOptions {
  /** Of `mkt-marketplace serve`, besides `--json`. */
  args: readonly string[];
  env?: Record<string, string>;
  /** What it writes on stderr is added to this file. */
  logFile: string;
}

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** A marketplace of its own process, to be killed by its id. */
export interface ServerProcess {
  pid: number;
  /** Rejects when the process ends before it is ready. */
  ready: Promise<ReadyLine>;
  ended: Promise<Ended>;
  signal(signal: NodeJS.Signals): void;
  /** Sends the signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<Ended>;
}

/** The arguments of a developer's marketplace on a free port. */
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
  // Not `close`: what the server started may hold its log open a little longer.
  const ended = once(child, 'exit').then(([code, signal]): Ended => ({ code, signal }));
  const ready = readyLineOf(child);
  // Who kills a server while it starts does not wait for it.
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
