import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { lockDataFolder } from './connection.ts';

const PREFIX = 'mkt-memory-';
/** A younger folder may not be locked yet: it is created just before. */
const MIN_AGE_MS = 60_000;

const inUse = new Set<string>();
/** A database after its migration, with which the next ones begin: tests open thousands. */
let migrated: Buffer | undefined;
let isRegistered = false;

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Removes the folders of processes that were killed: nothing holds their locks. Their age is
 * measured by the clock of the file system, from the time of a folder that was just created.
 */
export function removeAbandonedFolders(parent: string, created: string): void {
  const now = statSync(created).mtimeMs;
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(PREFIX)) continue;
    const folder = join(parent, name);
    try {
      if (now - statSync(folder).mtimeMs < MIN_AGE_MS) continue;
      const lock = lockDataFolder(folder);
      if (!lock) continue;
      lock.release();
      remove(folder);
    } catch {
      // It belongs to another user, or another process is removing it.
    }
  }
}

/** Once per process: removes what is still open when the process ends. */
function removeOnExit(parent: string, created: string): void {
  if (isRegistered) return;
  isRegistered = true;
  removeAbandonedFolders(parent, created);
  process.on('exit', () => {
    for (const folder of inUse) remove(folder);
  });
}

interface MemoryFolder {
  file: string;
  /** Whether the database is a migrated one already. */
  isMigrated: boolean;
  /** Keeps the file as it is now, for the next ones to begin with. */
  keep(): void;
  remove(): void;
}

/**
 * A private folder for a database that lives as long as the process. The database is a file because
 * the reader thread cannot open an in-memory database of another connection. The folder is deleted by
 * `remove`, when the process ends, or, if it was killed, by the next process that opens one.
 */
export function openMemoryFolder(parent: string = tmpdir()): MemoryFolder {
  const folder = mkdtempSync(join(parent, PREFIX));
  inUse.add(folder);
  removeOnExit(parent, folder);
  const lock = lockDataFolder(folder);
  const file = join(folder, 'market.db');
  if (migrated) writeFileSync(file, migrated, { mode: 0o600 });
  return {
    file,
    isMigrated: migrated !== undefined,
    keep() {
      migrated = readFileSync(file);
    },
    remove() {
      lock?.release();
      inUse.delete(folder);
      remove(folder);
    },
  };
}
