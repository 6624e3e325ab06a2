import { readFileSync } from 'node:fs';

/** The ticks of `/proc/PID/stat`: 100 per second on every Linux. */
const TICKS_PER_SECOND = 100;

/** User and system time of all threads, and of children that have exited and were waited for. */
function readMicros(pid: number): { own: number; ended: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The program name may contain spaces and brackets; only numbers follow the last bracket.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const micros = (first: number) =>
    ((Number(fields[first]) + Number(fields[first + 1])) * 1_000_000) / TICKS_PER_SECOND;
  return { own: micros(11), ended: micros(13) };
}

/** CPU time of a process in all its threads, user and system, in µs. Linux only. */
export function cpuMicros(pid: number): number {
  return readMicros(pid).own;
}

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

/** CPU time of a process and its descendants: Postgres has a process for each connection. */
export function cpuMicrosOfTree(pid: number): number {
  const { own, ended } = readMicros(pid);
  return childrenOf(pid).reduce((sum, child) => sum + cpuMicrosOfTree(child), own + ended);
}

/** Resident memory of a process, in MiB. */
export function rssMib(pid: number): number {
  const [, kib = '0'] =
    /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) / 1024;
}
