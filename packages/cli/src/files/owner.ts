import process from 'node:process';
import { lstatSync, statSync, type Stats } from 'node:fs';

/** The user's id; undefined on Windows, where Node reports no owners, and every file as writable by all. */
const userId = (): number | undefined => process.getuid?.();

function statsOf(read: (path: string) => Stats, path: string): Stats | undefined {
  try {
    return read(path);
  } catch {
    // It does not exist, or this user may not look.
    return undefined;
  }
}

/**
 * Whether a program or a package, or what a link leads to, is this user's or the system's: in `/tmp`,
 * others can put one above the project.
 */
export function isTrustedCode(path: string): boolean {
  const stats = statsOf(statSync, path);
  return stats !== undefined && [0, userId() ?? stats.uid].includes(stats.uid);
}

/** Whether a file or a folder is another user's. */
export function isAnothers(path: string): boolean {
  const owner = statsOf(statSync, path)?.uid;
  return owner !== undefined && owner !== (userId() ?? owner);
}

const WRITABLE_BY_ANYONE = 0o002;

/**
 * Whether a file or a folder is this user's: nobody else owns it, a link to it, or may write to it.
 * Undefined if there is none.
 */
export function isOwn(path: string): boolean | undefined {
  const [link, target] = [statsOf(lstatSync, path), statsOf(statSync, path)];
  if (link === undefined) return undefined;
  const user = userId();
  if (user === undefined) return true;
  return link.uid === user && target?.uid === user && (target.mode & WRITABLE_BY_ANYONE) === 0;
}
