import process from 'node:process';
import { lstatSync, statSync, type Stats } from 'node:fs';

/** The user's id; undefined on Windows, where Node reports no owners, and every file as writable by all. */
const userId = (): number | undefined => process.getuid?.();

function statsOf(read: (path: string) => Stats, path: string): Stats | undefined {
  try {
    return read(path);
  } catch {
    // It does not exist, or this user may not read it.
    return undefined;
  }
}

/**
 * Whether a program or a package, or the target of a link, belongs to this user or the system: in `/tmp`,
 * other users can put one above the project.
 */
export function isTrustedCode(path: string): boolean {
  const stats = statsOf(statSync, path);
  return stats !== undefined && [0, userId() ?? stats.uid].includes(stats.uid);
}

/** Whether a file or a folder belongs to another user. */
export function isAnothers(path: string): boolean {
  const owner = statsOf(statSync, path)?.uid;
  return owner !== undefined && owner !== (userId() ?? owner);
}

const WRITABLE_BY_ANYONE = 0o002;

/**
 * Whether a file or a folder belongs to this user alone: no other user owns it or the link to it, or can
 * write to it. Undefined if it does not exist.
 */
export function isOwn(path: string): boolean | undefined {
  const [link, target] = [statsOf(lstatSync, path), statsOf(statSync, path)];
  if (link === undefined) return undefined;
  const user = userId();
  if (user === undefined) return true;
  return link.uid === user && target?.uid === user && (target.mode & WRITABLE_BY_ANYONE) === 0;
}
