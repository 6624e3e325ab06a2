import { readFileSync } from 'node:fs';

/** Of `/proc/PID/stat`; 100 a second on every Linux. */
const TICKS_PER_SECOND = 100;

/** User and system time in all threads, and that of children that have ended and were waited for. */
function readMicros(pid: number): { own: number; ended: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name of the program may hold spaces and brackets; what follows the last one is numbers.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const micros = (first: number) =>
    ((Number(fields[first]) + Number(fields[first + 1])) * 1_000_000) / TICKS_PER_SECOND;
  return { own: micros(11), ended: micros(13) };
}

/** Processor time that a process has used in all its threads, user and system, in µs. Linux only. */
export function cpuMicros(pid: number): number {
  return readMicros(pid).own;
}

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

/** Of a process and what descends from it: Postgres answers each connection with a process. */
export function cpuMicrosOfTree(pid: number): number {
  const { own, ended } = readMicros(pid);
  return childrenOf(pid).reduce((sum, child) => sum + cpuMicrosOfTree(child), own + ended);
}

/** Memory that a process holds, in MiB. */
export function rssMib(pid: number): number {
  const [, kib = '0'] =
    /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) / 1024;
}
