import { chmodSync, existsSync, statSync, writeFileSync } from 'node:fs';

const OWNER_ONLY = 0o600;
const OTHERS = 0o077;
/** Files that SQLite keeps beside a database; it creates them with the database's mode. */
const COMPANIONS = ['-wal', '-shm'];

function restrictToOwner(path: string): void {
  if (existsSync(path) && (statSync(path).mode & OTHERS) !== 0) chmodSync(path, OWNER_ONLY);
}

/**
 * Creates a database file that only its owner can read, or restricts an existing one. It uses the path
 * and no file descriptor: closing one would release all locks of this process on the file (POSIX).
 */
export function makePrivate(path: string): void {
  if (!existsSync(path)) writeFileSync(path, '', { flag: 'a', mode: OWNER_ONLY });
  for (const file of [path, ...COMPANIONS.map((companion) => path + companion)]) {
    restrictToOwner(file);
  }
}
