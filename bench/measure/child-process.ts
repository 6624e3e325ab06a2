import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface RunningServer {
  pid: number;
  url: string;
  stop(): Promise<void>;
  /** Kills it without letting it finish its work. */
  kill(): Promise<void>;
}

const READY_WITHIN_MS = 60_000;

/** The processes that still run: they are killed at exit, even if a benchmark fails. */
const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => process.exit(130));
}

/**
 * Starts a Node program and reads its output until a line says where it listens. Its stderr is shown
 * if it exits before that.
 */
export async function startProgram(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  urlOf: (line: string) => string | undefined,
): Promise<RunningServer & { readyLine: string }> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-10_000)));
  const closed = once(child, 'close').finally(() => running.delete(child));
  const { promise, resolve, reject } = Promise.withResolvers<{ url: string; readyLine: string }>();
  const failed = (what: string) => reject(new Error(`${args.join(' ')} ${what}\n${output}`));
  createInterface({ input: child.stdout }).on('line', (readyLine) => {
    const url = urlOf(readyLine);
    if (url !== undefined) resolve({ url, readyLine });
  });
  void closed.then(() => failed('ended.'));
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await closed;
  };
  const timer = setTimeout(() => failed('did not get ready.'), READY_WITHIN_MS);
  try {
    const ready = await promise;
    return {
      ...ready,
      pid: child.pid ?? 0,
      stop: () => end('SIGTERM'),
      kill: () => end('SIGKILL'),
    };
  } finally {
    clearTimeout(timer);
  }
}

/** Starts one of this folder's servers: it prints `READY <port>`. */
export function startServer(
  file: string,
  env: Readonly<Record<string, string>> = {},
): Promise<RunningServer> {
  return startProgram([join(import.meta.dirname, '..', file)], env, (line) => {
    const [, port] = /^READY (\d+)$/.exec(line) ?? [];
    return port && `http://127.0.0.1:${port}`;
  });
}
