import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { platform } from 'node:os';
import { CliError } from '../errors/cli-error.ts';
import { systemCode } from '../errors/system-code.ts';
import { Interrupted, type Shell } from '../terminal/shell.ts';

/** A finished project. */
export interface Started {
  folder: string;
  shell: Shell;
  /** A sentence with what the user types to do the same later, for errors. */
  next: string;
}

/**
 * Runs a command line of ours, such as `npm install`, in a project, and shows what it prints. Throws if
 * it fails, or if it was interrupted.
 */
export async function runInProject(line: string, { folder, shell, next }: Started): Promise<void> {
  shell.signal.throwIfAborted();
  const [program = '', ...args] = line.split(' ');
  // stdout is for data: everything is printed on stderr.
  const printed = descriptorOf(shell.stderr) ?? 'pipe';
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...shell.env },
    stdio: [descriptorOf(shell.stdin) ?? 'ignore', printed, printed],
    // Programs such as npm are .cmd files there, which only a shell starts.
    shell: platform() === 'win32',
  });
  child.stdout?.pipe(shell.stderr, { end: false });
  child.stderr?.pipe(shell.stderr, { end: false });
  const stop = () => {
    // Ctrl-C on a terminal reaches the child as well, and a second signal would end it at once.
    if (!(isCtrlC(shell.signal.reason) && shell.stdin.isTTY === true)) child.kill('SIGTERM');
  };
  shell.signal.addEventListener('abort', stop, { once: true });
  try {
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
    shell.signal.throwIfAborted();
    if (code !== 0) throw failed(`${line} ended with ${code ?? signal}.`, next);
  } catch (error) {
    if (error instanceof CliError || shell.signal.aborted) throw error;
    throw failed(`${line} cannot be started (${systemCode(error)}).`, next, error);
  } finally {
    shell.signal.removeEventListener('abort', stop);
  }
}

/** A child can use a stream of the process directly, and then it sees whether that is a terminal. */
const descriptorOf = (stream: object): number | undefined =>
  'fd' in stream && typeof stream.fd === 'number' ? stream.fd : undefined;

/** Whether a command was interrupted at the terminal, and not ended by another program. */
export const isCtrlC = (reason: unknown): boolean =>
  reason instanceof Interrupted && reason.exitCode === 130;

const failed = (message: string, next: string, cause?: unknown) =>
  new CliError('command_failed', message, { next, cause });
