import { runCli } from './run-cli.ts';
import { Interrupted } from './terminal/shell.ts';

/** 128 + the signal's number, as shells have it. */
const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
/** What a cut-off command may take to put things away. */
const GRACE_MS = 2_000;

/** One run of the process: its streams, its signals, its exit code. */
export async function main(argv: readonly string[]): Promise<void> {
  const interruption = new AbortController();
  for (const [name, exitCode] of Object.entries(SIGNALS)) {
    // Once: a second signal ends the process at once.
    process.once(name, () => interruption.abort(new Interrupted(exitCode)));
  }
  for (const stream of [process.stdout, process.stderr]) stream.on('error', ignoreClosedPipe);
  process.exitCode = await runCli(argv, {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    cwd: process.cwd(),
    settingsFolder,
    signal: interruption.signal,
  });
  // Nothing that is still open may hold a command that was cut off.
  if (process.exitCode >= 128) setTimeout(() => process.exit(), GRACE_MS).unref();
}

/** On Linux by XDG. Its library is loaded when it is asked for: most commands do without. */
async function settingsFolder(): Promise<string> {
  const { default: envPaths } = await import('env-paths');
  return envPaths('mkt', { suffix: '' }).config;
}

/** The reader has seen enough, as in `mkt search | head -1`. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_DESTROYED') throw error;
}
