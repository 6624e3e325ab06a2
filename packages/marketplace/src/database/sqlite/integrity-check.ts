import { fork } from 'node:child_process';
import { statSync } from 'node:fs';

/** The problems that SQLite found, or why it could not look for them. */
export type CheckReport = { problems: string[] } | { failure: string };

export type CheckOutcome =
  | { kind: 'intact' }
  | { kind: 'damaged'; problem: string }
  /** It was not completed. */
  | { kind: 'stopped'; why: string };

export interface IntegrityCheck {
  ended: Promise<CheckOutcome>;
  /** Ends the check at once, if it still runs. */
  stop(): Promise<void>;
}

/** While the check reads, SQLite cannot reset its log, with which a busy server would fill the disk. */
const MAX_LOG_BYTES = 1024 ** 3;
const WATCH_EVERY_MS = 1_000;

const fromSource = import.meta.url.endsWith('.ts');
const SCRIPT = new URL(
  fromSource ? './integrity-process.ts' : './integrity-process.js',
  import.meta.url,
);

/** Reads a whole database while it is in use, at low priority, and looks for damage to its structure. */
export function startIntegrityCheck(
  path: string,
  { maxLogBytes = MAX_LOG_BYTES, watchMs = WATCH_EVERY_MS } = {},
): IntegrityCheck {
  const child = fork(SCRIPT, [path], {
    execArgv: fromSource ? ['--conditions=mkt-source'] : [],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const { promise: ended, resolve } = Promise.withResolvers<CheckOutcome>();
  const { promise: exited, resolve: exit } = Promise.withResolvers<void>();

  function stop(why: string): void {
    resolve({ kind: 'stopped', why });
    child.kill('SIGKILL');
  }

  function stopIfLogIsLarge(): void {
    const { size = 0 } = statSync(`${path}-wal`, { throwIfNoEntry: false }) ?? {};
    if (size > maxLogBytes) stop('the write-ahead log grew too large meanwhile');
  }

  const timer = setInterval(stopIfLogIsLarge, watchMs).unref();
  child.once('message', (report: CheckReport) => {
    if ('failure' in report) return resolve({ kind: 'stopped', why: report.failure });
    const [problem] = report.problems;
    return resolve(problem === undefined ? { kind: 'intact' } : { kind: 'damaged', problem });
  });
  function end(): void {
    clearInterval(timer);
    resolve({ kind: 'stopped', why: 'its process ended' });
    exit();
  }
  child.once('exit', end);
  // It could not be started.
  child.once('error', end);
  // An error is reported by the end of the process.
  child.send('check', () => undefined);
  child.unref();
  child.channel?.unref();

  return {
    ended,
    async stop() {
      stop('the server stopped');
      child.ref();
      await exited;
    },
  };
}
