// Runs a command line in this process, with its own streams, environment and folder.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clearLine, cursorTo, moveCursor } from 'node:readline';
import { PassThrough } from 'node:stream';
import { runCli } from '../src/run.ts';
import type { Shell } from '../src/terminal/shell.ts';

export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  env?: Record<string, string>;
  cwd?: string;
  settingsFolder?: string;
  /** The piped input. */
  stdin?: string;
  signal?: AbortSignal;
  /** Whether the streams look like terminals. */
  isTerminal?: boolean;
  /** The width of the terminal; 100 by default. */
  columns?: number;
  /** Called with all of stderr so far, each time something is written to it. */
  onStderr?: (text: string, type: (keys: string) => void) => void;
  /** The same for stdout. */
  onStdout?: (text: string) => void;
}

export async function runMkt(argv: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const { env = {}, cwd = tmpdir(), signal = new AbortController().signal } = options;
  const stdin = Object.assign(new PassThrough(), { isTTY: options.isTerminal === true });
  const stdout = collect(options);
  const stderr = collect(options);
  if (!options.isTerminal) stdin.end(options.stdin ?? '');
  stderr.stream.on('data', () => {
    // A turn later: a prompt reads keys once it is drawn.
    options.onStderr?.(stderr.text(), (keys) => setImmediate(() => stdin.write(keys)));
  });
  stdout.stream.on('data', () => options.onStdout?.(stdout.text()));
  const shell: Shell = {
    stdin,
    stdout: stdout.stream,
    stderr: stderr.stream,
    env,
    cwd,
    settingsFolder: async () => options.settingsFolder ?? join(cwd, 'no-settings'),
    signal,
  };
  const code = await runCli(argv, shell);
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

function collect({ isTerminal = false, columns = 100 }: RunOptions) {
  const stream: PassThrough = Object.assign(new PassThrough(), {
    isTTY: isTerminal,
    columns,
    // Methods of a terminal's stream, which spinners and prompts use.
    cursorTo: (x: number) => cursorTo(stream, x),
    moveCursor: (x: number, y: number) => moveCursor(stream, x, y),
    clearLine: (direction: -1 | 0 | 1) => clearLine(stream, direction),
    // Like the streams of the process, it cannot be ended by a pipe.
    end: () => stream,
  });
  let text = '';
  stream.on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8');
  });
  return { stream, text: () => text };
}
