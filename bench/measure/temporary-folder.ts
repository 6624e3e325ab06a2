import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made: string[] = [];
process.on('exit', () => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

/** A folder that is deleted when the process exits. TMPDIR chooses the disk, which commits wait for. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mkt-bench-'));
  made.push(folder);
  return folder;
}
