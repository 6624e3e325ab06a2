import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { BARE_ENVIRONMENT } from './own-programs.ts';

/** The running programs, which are killed at exit even if a test was aborted. */
const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export interface ChildProgram extends AsyncDisposable {
  pid: number;
  /** What it has written to stdout and stderr so far. */
  output(): string;
  hasEnded(): boolean;
  /** Kills it, and resolves when it has ended; may be called again. */
  kill(): Promise<void>;
}

export interface ProgramOptions {
  cwd?: string;
  /** Its whole environment, apart from PATH, HOME and where Node keeps what it compiles. */
  env?: Readonly<Record<string, string>>;
}

/** Starts a program. */
export function startProgram(
  [command, ...args]: readonly [string, ...string[]],
  { cwd, env = {} }: ProgramOptions = {},
): ChildProgram {
  const { HOME } = process.env;
  const child = spawn(command, args, {
    cwd,
    env: { ...BARE_ENVIRONMENT, HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const ended = once(child, 'close').then(() => void running.delete(child));
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  }
  async function kill(): Promise<void> {
    child.kill('SIGKILL');
    await ended;
  }
  return {
    pid: child.pid ?? 0,
    output: () => Buffer.concat(chunks).toString('utf8'),
    hasEnded: () => !running.has(child),
    kill,
    [Symbol.asyncDispose]: kill,
  };
}
