// A separate process for each start of a service. It ends the service and everything that this has
// started when the process of `mkt dev` ends, however that happens: the IPC channel closes then.
import { spawn } from 'node:child_process';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type GuardedCommand,
  type GuardReport,
  membersOf,
  type ServiceMembers,
  signalMembers,
} from './service-members.ts';

/** How long a service may take to stop before it is killed. */
const GRACE_MS = 3_000;
/** A process that survives SIGKILL for so long waits for a device; nothing can end it. */
const KILL_MS = 2_000;
const POLL_MS = 20;

let service: ServiceMembers | undefined;
let isEnding = false;

const report = (message: GuardReport) => {
  if (process.connected) process.send?.(message, () => {});
};

async function end(): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  if (service) await (process.platform === 'win32' ? endTree(service) : endMembers(service));
  process.exit();
}

async function endMembers(members: ServiceMembers): Promise<void> {
  await signalMembers(members, 'SIGTERM');
  const startedAt = performance.now();
  while ((await membersOf(members)).length > 0) {
    const tookMs = performance.now() - startedAt;
    if (tookMs > GRACE_MS + KILL_MS) return;
    if (tookMs > GRACE_MS) await signalMembers(members, 'SIGKILL');
    await pause(POLL_MS);
  }
}

/** Windows has no process groups, and no signal that a program could handle. */
async function endTree({ group }: ServiceMembers): Promise<void> {
  const args = ['/pid', String(group), '/t', '/f'];
  await new Promise<void>((resolve) => {
    const killing = spawn('taskkill', args, { stdio: 'ignore' });
    killing.once('close', () => resolve());
    killing.once('error', () => resolve());
  });
}

function start({ command, args, cwd, env, mark }: GuardedCommand): void {
  const child = spawn(command, args ?? [], {
    cwd,
    env,
    shell: args === undefined,
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  child.once('error', (error: NodeJS.ErrnoException) => {
    report({ kind: 'not-started', code: error.code ?? error.message });
    void end();
  });
  const { pid } = child;
  if (pid === undefined) return;
  service = { group: pid, mark };
  report({ kind: 'started', group: pid });
  child.once('exit', (code, signal) => {
    report({ kind: 'exited', code, signal });
    // What it leaves behind would keep its port.
    void end();
  });
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end());
process.once('disconnect', () => void end());
process.once('message', (message) => {
  if (!isEnding) start(message as GuardedCommand);
});
