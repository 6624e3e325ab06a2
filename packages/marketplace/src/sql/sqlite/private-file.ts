import { chmodSync, existsSync, statSync, writeFileSync } from 'node:fs';

const OWNER_ONLY = 0o600;
const OTHERS = 0o077;
/** What SQLite keeps beside a database; a new one has the database's own mode. */
const COMPANIONS = ['-wal', '-shm'];

function takeFromOthers(path: string): void {
  if (existsSync(path) && (statSync(path).mode & OTHERS) !== 0) chmodSync(path, OWNER_ONLY);
}

/**
 * Makes a database file that its owner alone may read, or makes one so that exists. By its name, for
 * closing a descriptor of it would give up every lock that this process has on the file.
 */
export function makePrivate(path: string): void {
  if (!existsSync(path)) writeFileSync(path, '', { flag: 'a', mode: OWNER_ONLY });
  for (const file of [path, ...COMPANIONS.map((companion) => path + companion)]) {
    takeFromOthers(file);
  }
}
