import { runCli } from './run.ts';
import { Interrupted } from './terminal/shell.ts';

/** 128 plus the number of the signal, the convention of shells. */
const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
/** How long an interrupted command may take to clean up. */
const GRACE_MS = 2_000;

/**
 * Where mkt saves its profiles, on Linux as XDG prescribes. The library is loaded on demand: most
 * commands do not need it.
 */
async function settingsFolder(): Promise<string> {
  const { default: envPaths } = await import('env-paths');
  return envPaths('mkt', { suffix: '' }).config;
}

/** Connects one command line with the process: streams, signals, exit code. */
export async function main(argv: readonly string[]): Promise<void> {
  const interruption = new AbortController();
  for (const [name, exitCode] of Object.entries(SIGNALS)) {
    // `once`: a second signal ends the process immediately.
    process.once(name, () => interruption.abort(new Interrupted(exitCode)));
  }
  for (const stream of [process.stdout, process.stderr]) stream.on('error', ignoreClosed);
  process.exitCode = await runCli(argv, {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    cwd: process.cwd(),
    settingsFolder,
    signal: interruption.signal,
  });
  // A handle that is still open must not keep an interrupted command alive.
  if (interruption.signal.aborted) setTimeout(() => process.exit(), GRACE_MS).unref();
}

/** The reader closed the pipe, as in `mkt search | head -1`, or the terminal was closed. */
const CLOSED = new Set(['EPIPE', 'ERR_STREAM_DESTROYED', 'EIO']);

function ignoreClosed(error: NodeJS.ErrnoException): void {
  if (!CLOSED.has(error.code ?? '')) throw error;
}
