import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Report } from './report.ts';

export interface WorkFolder {
  dataDir: string;
  logFile: string;
  /** Removes the folder, unless there were findings: then its path is printed as evidence. */
  close(report: Report): Promise<void>;
}

/** A data folder and the server's log, in the system's temporary folder. */
export async function openWorkFolder(name: string): Promise<WorkFolder> {
  const folder = await mkdtemp(join(tmpdir(), `mkt-${name}-`));
  return {
    dataDir: join(folder, 'data'),
    logFile: join(folder, 'server.log'),
    async close(report) {
      if (report.found() === 0) await rm(folder, { recursive: true, force: true });
      else report.progress(`the data and the log are kept in ${folder}`);
    },
  };
}
