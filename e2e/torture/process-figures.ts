import { readdir, readFile } from 'node:fs/promises';

export interface ProcessFigures {
  /** Resident memory, in MiB. */
  rssMib: number;
  /** Open files and sockets. */
  descriptors: number;
}

/** Figures of a process from /proc. Linux only. */
export async function readProcessFigures(pid: number): Promise<ProcessFigures> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const [, kib = '0'] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
  const descriptors = (await readdir(`/proc/${pid}/fd`)).length;
  return { rssMib: Number(kib) / 1024, descriptors };
}

/** The child processes of a process; none if it has ended. */
export async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return text.split(' ').flatMap((child) => (child === '' ? [] : [Number(child)]));
}

/** Whether the process runs and is one that we started, because ids are reused. */
export async function isRunning(pid: number, program: string): Promise<boolean> {
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return commandLine.includes(program);
}

/** How long a process's main thread has run, and how long it has waited for a CPU, in ms. */
export async function mainThreadMs(pid: number): Promise<{ ran: number; waited: number }> {
  const text = await readFile(`/proc/${pid}/schedstat`, 'utf8');
  const [ranNs = '0', waitedNs = '0'] = text.split(' ');
  return { ran: Number(ranNs) / 1e6, waited: Number(waitedNs) / 1e6 };
}
