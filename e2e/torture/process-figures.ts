import { readdir, readFile } from 'node:fs/promises';

export interface ProcessFigures {
  /** Memory that it holds, in MiB. */
  rssMib: number;
  /** Open files and sockets. */
  descriptors: number;
}

/** What Linux tells of a process in /proc. */
export async function readProcessFigures(pid: number): Promise<ProcessFigures> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const [, kib = '0'] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
  const descriptors = (await readdir(`/proc/${pid}/fd`)).length;
  return { rssMib: Number(kib) / 1024, descriptors };
}
