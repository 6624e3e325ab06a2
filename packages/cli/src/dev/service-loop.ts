import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import process from 'node:process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  addressesIn,
  awaitService,
  findService,
  type FoundService,
  MAX_CANDIDATES,
  portInUse,
  type StartCommand,
} from './find-service.ts';
import type { DevReport } from './report.ts';
import {
  type GuardedCommand,
  type GuardReport,
  SERVICE_VARIABLE,
  type ServiceMembers,
  signalMembers,
} from './service-members.ts';
import type { ProjectWatcher } from './watch-project.ts';

const isSource = import.meta.url.endsWith('.ts');
const GUARD = new URL(isSource ? './service-guard.ts' : './service-guard.js', import.meta.url);

const LAST_LINES_MS = 500;

interface ServiceStart {
  command: string;
  /** `undefined` for a command line that the shell reads. */
  args: readonly string[] | undefined;
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  onLine(line: string, stream: 'stdout' | 'stderr'): void;
}

export type ServiceExit =
  | { kind: 'exited'; code: number | null; signal: string | null }
  | { kind: 'not-started'; code: string };

export interface ServiceProcess {
  /** Its processes; `undefined` until it has been started. */
  members(): ServiceMembers | undefined;
  /** Settles when the program has ended; never rejects. */
  exited: Promise<ServiceExit>;
  /** Ends the program and everything that it has started. */
  stop(): Promise<void>;
}

/**
 * Starts a service under a guard (`service-guard.ts`), in its own process group: Ctrl-C reaches
 * this process alone, and nothing of the service is left when this process has ended.
 */
export function startService(start: ServiceStart): ServiceProcess {
  const mark = randomUUID();
  const guard = spawn(process.execPath, [fileURLToPath(GUARD)], {
    // Closing the terminal must reach the guard through its channel alone.
    detached: true,
    windowsHide: true,
    env: { PATH: start.env['PATH'], SystemRoot: start.env['SystemRoot'] },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let members: ServiceMembers | undefined;
  let exit: ServiceExit | undefined;
  const { promise: exited, resolve } = Promise.withResolvers<ServiceExit>();
  guard.on('message', (message) => {
    const report = message as GuardReport;
    if (report.kind === 'started') members = { group: report.group, mark };
    else exit ??= report;
  });
  const closed = new Promise<void>((done) => guard.once('close', () => done()));
  const ended = new Promise<void>((done) => {
    guard.once('error', () => done());
    guard.once('exit', () => done());
  });
  const finish = async () => {
    await ended;
    // A guard that was killed could not end the service.
    if (members && !exit) await signalMembers(members, 'SIGKILL');
    // The last lines, unless an unknown process keeps the pipe open.
    await Promise.race([closed, pause(LAST_LINES_MS, undefined, { ref: false })]);
    resolve(exit ?? { kind: 'exited', code: null, signal: 'SIGKILL' });
  };
  const finished = finish();
  for (const name of ['stdout', 'stderr'] as const) readLines(guard[name], name, start.onLine);
  // The guard may be killed before it has read the command.
  guard.on('error', () => {});
  const env = { ...start.env, [SERVICE_VARIABLE]: mark };
  const { command, args, cwd } = start;
  const sent: GuardedCommand = { command, args, cwd, env, mark };
  guard.send(sent, () => {});
  return {
    members: () => members,
    exited,
    stop: async () => {
      if (guard.connected) guard.disconnect();
      await finished;
    },
  };
}

function readLines(
  stream: Readable | null,
  name: 'stdout' | 'stderr',
  onLine: ServiceStart['onLine'],
): void {
  if (!stream) return;
  const lines = createInterface({ input: stream, crlfDelay: Infinity });
  lines.on('line', (line) => onLine(line, name));
}

/** After this long without a service a hint is shown. */
const HINT_AFTER_MS = 10_000;
const LAST_LINES = 40;
/** What Node, Python and the kit's `serve` print. */
const IN_USE = /EADDRINUSE|address already in use|port \d+ is in use/i;
const PORT = /(?::|\bport )(\d{2,5})\b/i;

interface ServiceLoop {
  command: StartCommand;
  folder: string;
  /** The environment of the next start. */
  environment(): Promise<Record<string, string | undefined>>;
  /** Where the service listens; found if it is not given. */
  serviceUrl: string | undefined;
  watcher: ProjectWatcher;
  report: DevReport;
  /** Called when the service responds. It is started again at once if this resolves to `restart`. */
  onReady(found: FoundService): Promise<'restart' | 'continue'>;
  signal: AbortSignal;
}

/**
 * Starts a service, and starts it again after each change of its project; a change during a start
 * counts. One that ends by itself waits for the next change. Rejects when the signal aborts; nothing of
 * the service is running then.
 */
export async function runServiceLoop(loop: ServiceLoop): Promise<never> {
  const { watcher, report, signal } = loop;
  const aborted = rejection(signal);
  let change = watcher.next();
  for (;;) {
    signal.throwIfAborted();
    const environment = await loop.environment();
    signal.throwIfAborted();
    const run = start(loop, environment);
    try {
      const first = await Promise.race([run.found, run.exit, aborted, change.then(() => CHANGED)]);
      let exit = typeof first === 'object' && 'kind' in first ? first : undefined;
      if (typeof first === 'object' && 'urls' in first) {
        report.ready(first.urls.join('  '), run.tookMs(), loop.command.shownAs);
        if ((await loop.onReady(first)) === 'restart') continue;
        const next = await Promise.race([run.exit, aborted, change.then(() => CHANGED)]);
        exit = typeof next === 'object' ? next : undefined;
      }
      if (exit) {
        run.finding.abort();
        await reportExit(loop, exit, run.lines);
      }
      report.changed(await Promise.race([change, aborted]));
      change = watcher.next();
    } finally {
      run.finding.abort();
      await run.service.stop();
    }
  }
}

const CHANGED = Symbol('changed');

interface Run {
  service: ServiceProcess;
  /** Where the service is, once it responds. */
  found: Promise<FoundService>;
  exit: Promise<ServiceExit>;
  /** The last lines that it has printed. */
  lines: string[];
  finding: AbortController;
  tookMs(): number;
}

function start(loop: ServiceLoop, env: Record<string, string | undefined>): Run {
  const { command, folder, report, serviceUrl } = loop;
  const startedAt = performance.now();
  const printed = new Set<string>();
  const lines: string[] = [];
  report.starting(command.shownAs);
  const service = startService({
    command: command.command,
    args: command.args,
    cwd: folder,
    env,
    onLine: (line, stream) => {
      if (printed.size < MAX_CANDIDATES) {
        for (const address of addressesIn(line)) printed.add(address);
      }
      lines.push(line);
      if (lines.length > LAST_LINES) lines.shift();
      report.serviceLine(line, stream);
    },
  });
  const finding = new AbortController();
  const find = async (): Promise<FoundService> => {
    const hint = setTimeout(
      () =>
        report.problem(
          'The service does not respond to GET /contract yet.',
          'If it listens at another address, name it: mkt dev --service-url http://localhost:8810',
        ),
      HINT_AFTER_MS,
    );
    try {
      return serviceUrl === undefined
        ? await findService(service, printed, finding.signal)
        : await awaitService(serviceUrl, finding.signal);
    } finally {
      clearTimeout(hint);
    }
  };
  const found = find();
  // It rejects when it is aborted, and there may be no one waiting for it.
  found.catch(() => {});
  const tookMs = () => performance.now() - startedAt;
  return { service, found, exit: service.exited, lines, finding, tookMs };
}

async function reportExit(
  { report, command, signal }: ServiceLoop,
  exit: ServiceExit,
  lines: readonly string[],
): Promise<void> {
  if (signal.aborted) return;
  report.exited(exit, command.shownAs);
  const at = lines.findIndex((line) => IN_USE.test(line));
  const port = PORT.exec(lines.slice(Math.max(at, 0), at + 2).join('\n'))?.[1];
  if (at === -1 || port === undefined) return;
  report.problem(
    await portInUse(Number(port)),
    'Stop it, or choose another port for the service, as in: PORT=8811 mkt dev',
  );
}

/** Rejects when the signal aborts. */
function rejection(signal: AbortSignal): Promise<never> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  aborted.catch(() => {});
  return aborted;
}
