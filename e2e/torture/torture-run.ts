import { pathToFileURL } from 'node:url';
import { readOptions, type TortureOptions } from './options.ts';
import { createRandom, type Random } from './random.ts';
import { createReport, type Report, type Verdict } from './report.ts';
import { devServer, startServerProcess, type ServerProcess } from './server-process.ts';
import { openWorkFolder, type WorkFolder } from './work-folder.ts';

type Print = (line: string) => void;

/** A program that tries to break the server, and reports in one line whether it did. */
export type Torture = (options: TortureOptions, print?: Print) => Promise<Verdict>;

export interface TortureRun {
  options: TortureOptions;
  report: Report;
  random: Random;
  folder: WorkFolder;
  /** What the servers write into files: the log, and the data unless a Postgres has it. */
  written: readonly string[];
  /** Starts a server that stops with the run, in dev mode unless other arguments are given. */
  startServer(given?: { args?: readonly string[]; env?: Record<string, string> }): ServerProcess;
  /** Registers a function that runs at the end, in reverse order. */
  defer(close: () => unknown): void;
}

export interface Outcome {
  /** What was done, such as `500 cycles`. */
  done: string;
  figures?: string;
}

export interface TortureGiven {
  name: string;
  /** The kinds of violation, as the verdict names them. */
  kinds: readonly string[];
  /** What must be checked at least once, as the report names it. */
  checks: readonly string[];
  /** Environment of the servers. */
  env?: Record<string, string>;
}

/** Turns a function into a program: an error that it throws is a finding, and what it opened is closed. */
export function defineTorture(
  { name, kinds, checks, env }: TortureGiven,
  body: (run: TortureRun) => Promise<Outcome>,
): Torture {
  return async function torture(options, print) {
    const { seed, database } = options;
    const report = createReport({ name, seed, ...(print ? { print } : {}) });
    const folder = await openWorkFolder(name);
    const closing = new AsyncDisposableStack();
    const servers = new Set<ServerProcess>();
    closing.defer(async () => {
      await Promise.all([...servers].map((server) => server.end('SIGKILL')));
    });
    let outcome: Outcome = { done: 'broken off' };
    try {
      outcome = await body({
        options,
        report,
        random: createRandom(seed),
        folder,
        written: database === undefined ? [folder.logFile, folder.dataDir] : [folder.logFile],
        startServer(given = {}) {
          const server = startServerProcess({
            args: given.args ?? devServer(folder.dataDir, database),
            env: { ...env, ...given.env },
            logFile: folder.logFile,
          });
          servers.add(server);
          void server.ended.then(() => servers.delete(server));
          return server;
        },
        defer: (close) => closing.defer(async () => void (await close())),
      });
    } catch (error) {
      report.violation('broken off', error instanceof Error ? String(error.stack) : String(error));
    }
    await closing.disposeAsync();
    await folder.close(report);
    return report.verdict(outcome.done, kinds, { figures: outcome.figures, mustCheck: checks });
  };
}

/** If the module is the started program, runs it with the options of the command line, and exits. */
export async function runAsProgram(moduleUrl: string, torture: Torture): Promise<void> {
  const [, program, ...args] = process.argv;
  if (program === undefined || pathToFileURL(program).href !== moduleUrl) return;
  // After an interrupt no server keeps running: they are stopped in the `exit` event.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130));
  const { ok } = await torture(readOptions(args));
  process.exit(ok ? 0 : 1);
}
