// Runs a command line in this process, with streams, environment and folder of the test's own.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clearLine, cursorTo, moveCursor } from 'node:readline';
import { PassThrough } from 'node:stream';
import { runCli } from '../src/run-cli.ts';
import type { Shell } from '../src/terminal/shell.ts';

export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

export interface Surroundings {
  env?: Record<string, string>;
  cwd?: string;
  settingsFolder?: string;
  /** What is piped in. */
  stdin?: string;
  signal?: AbortSignal;
  /** Streams that say that they are terminals. */
  isTerminal?: boolean;
  /** Called with what has been written to stderr so far, each time it grows. */
  onStderr?: (text: string, type: (keys: string) => void) => void;
}

export async function runMkt(argv: readonly string[], around: Surroundings = {}): Promise<Ran> {
  const { env = {}, cwd = tmpdir(), signal = new AbortController().signal } = around;
  const stdin = Object.assign(new PassThrough(), { isTTY: around.isTerminal === true });
  const stdout = collect(around);
  const stderr = collect(around);
  if (!around.isTerminal) stdin.end(around.stdin ?? '');
  stderr.stream.on('data', () => {
    // A turn later: a prompt listens to keys once it is drawn.
    around.onStderr?.(stderr.text(), (keys) => setImmediate(() => stdin.write(keys)));
  });
  const shell: Shell = {
    stdin,
    stdout: stdout.stream,
    stderr: stderr.stream,
    env,
    cwd,
    settingsFolder: async () => around.settingsFolder ?? join(cwd, 'no-settings'),
    signal,
  };
  const code = await runCli(argv, shell);
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

function collect({ isTerminal = false }: Surroundings) {
  const stream: PassThrough = Object.assign(new PassThrough(), {
    isTTY: isTerminal,
    columns: 100,
    // What a terminal's stream has besides: spinners and prompts move in it.
    cursorTo: (x: number) => cursorTo(stream, x),
    moveCursor: (x: number, y: number) => moveCursor(stream, x, y),
    clearLine: (direction: -1 | 0 | 1) => clearLine(stream, direction),
    // As the process's own streams, which no pipe into them ends.
    end: () => stream,
  });
  let text = '';
  stream.on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8');
  });
  return { stream, text: () => text };
}
