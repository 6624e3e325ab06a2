import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import process from 'node:process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { GuardedCommand, GuardReport } from './guard-messages.ts';
import { SERVICE_VARIABLE, signalMembers, type ServiceMembers } from './service-members.ts';

const isSource = import.meta.url.endsWith('.ts');
const GUARD = new URL(isSource ? './service-guard.ts' : './service-guard.js', import.meta.url);

const LAST_LINES_MS = 500;

export interface ServiceStart {
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
