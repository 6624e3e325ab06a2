import { readdir, readFile } from 'node:fs/promises';
import process from 'node:process';

/** What `service-guard.ts` starts. */
export interface GuardedCommand {
  command: string;
  /** `undefined` for a command line that the shell reads. */
  args: readonly string[] | undefined;
  cwd: string;
  env: Record<string, string | undefined>;
  /** The value of `MKT_DEV_SERVICE`. */
  mark: string;
}

/** What the guard reports to the process that started it. */
export type GuardReport =
  | { kind: 'started'; group: number }
  /** The system error code: the program does not exist, or may not be run. */
  | { kind: 'not-started'; code: string }
  | { kind: 'exited'; code: number | null; signal: string | null };

/** The variable by which the processes of one start of a service are known, even in other groups. */
export const SERVICE_VARIABLE = 'MKT_DEV_SERVICE';

/** The processes of one start of a service. */
export interface ServiceMembers {
  /** The id of the process group that was started. */
  group: number;
  /** The value of `MKT_DEV_SERVICE`. */
  mark: string;
}

const ZOMBIE_OR_DEAD = /[ZXx]/;

/**
 * The ids of the running processes of a service. On Linux those that it started in a group or session
 * of their own are found by their environment; elsewhere only the group is known.
 */
export async function membersOf({ group, mark }: ServiceMembers): Promise<number[]> {
  if (process.platform !== 'linux') return isRunning(-group) ? [group] : [];
  const names = await readdir('/proc').catch(() => []);
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(pids.map((pid) => isMember(pid, { group, mark })));
  return pids.filter((_, at) => found[at]);
}

async function isMember(pid: number, { group, mark }: ServiceMembers): Promise<boolean> {
  try {
    // `pid (name) state ppid pgrp …`: the name may contain anything.
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1');
    const [state = '', , pgrp] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (ZOMBIE_OR_DEAD.test(state)) return false;
    if (Number(pgrp) === group) return true;
    const environment = await readFile(`/proc/${pid}/environ`, 'latin1');
    return environment.split('\0').includes(`${SERVICE_VARIABLE}=${mark}`);
  } catch {
    // It has ended in the meantime, or belongs to another user.
    return false;
  }
}

/** Sends a signal to the group, and on Linux to every process outside it. */
export async function signalMembers(
  service: ServiceMembers,
  signal: NodeJS.Signals,
): Promise<void> {
  send(-service.group, signal);
  for (const pid of await membersOf(service)) send(pid, signal);
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended in the meantime.
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
