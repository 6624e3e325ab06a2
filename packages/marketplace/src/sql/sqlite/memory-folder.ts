import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { lockDataFolder } from './data-lock.ts';

const PREFIX = 'mkt-memory-';
/** A folder is made a moment before it is locked. */
const SURELY_LOCKED_MS = 60_000;

const inUse = new Set<string>();
let isWatching = false;

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

/** Takes away what processes left that were killed: nobody holds the lock of their folders. */
export function removeLeftOver(parent: string): void {
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(PREFIX)) continue;
    const folder = join(parent, name);
    try {
      if (Date.now() - statSync(folder).mtimeMs < SURELY_LOCKED_MS) continue;
      const lock = lockDataFolder(folder);
      if (!lock) continue;
      lock.release();
      remove(folder);
    } catch {
      // Another user's, or another process is removing it.
    }
  }
}

/** Once in a process: what is still open when it ends goes with it. */
function watch(parent: string): void {
  if (isWatching) return;
  isWatching = true;
  removeLeftOver(parent);
  process.on('exit', () => {
    for (const folder of inUse) remove(folder);
  });
}

/**
 * A place for a database that lives as long as the process. It is a file, for a second connection,
 * in another thread, cannot open what is in memory; nothing waits for the disk, though, and nobody
 * else may read it. It goes with `remove`, with the end of the process, or, when that was killed,
 * with the next one that makes such a folder.
 */
export function openMemoryFolder(parent: string = tmpdir()): { file: string; remove(): void } {
  watch(parent);
  const folder = mkdtempSync(join(parent, PREFIX));
  inUse.add(folder);
  const lock = lockDataFolder(folder);
  return {
    file: join(folder, 'market.db'),
    remove() {
      lock?.release();
      inUse.delete(folder);
      remove(folder);
    },
  };
}
