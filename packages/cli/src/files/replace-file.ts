import { randomBytes } from 'node:crypto';
import { lstat, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { CliError } from '../errors/cli-error.ts';

const OWNER_ONLY = 0o600;

/**
 * The file that a write to `path` changes: a link is followed, but never out of `folder`, so that a
 * checkout cannot lead a secret to a place of its choosing. `folder` counts only for a path inside
 * it; one that the user names elsewhere may not lead out of its own folder.
 */
export async function linkTarget(path: string, folder: string): Promise<string> {
  const limit = isInside(folder, path) ? folder : dirname(path);
  const parent = await realpath(dirname(path)).catch((error: unknown) => {
    throw unwritable(path, error);
  });
  const limitIs = await realpath(limit);
  const found = await lstat(path).catch(() => undefined);
  const target = found?.isSymbolicLink()
    ? await realpath(path).catch((error: unknown) => {
        throw refused(path, 'is a link to a file that does not exist', error);
      })
    : join(parent, basename(path));
  if (!isInside(limitIs, target)) {
    throw refused(path, `leads by a link to ${target}, outside ${limitIs}`);
  }
  const kind = await stat(target).catch(() => undefined);
  if (kind && !kind.isFile()) throw refused(path, 'is not a file');
  return target;
}

/**
 * Writes a file whole or not at all: what a crash leaves is the old one or the new one. It can be
 * read by its owner alone, also when the old one could be read by others. `target` is no link.
 */
export async function replaceFile(target: string, bytes: Uint8Array): Promise<void> {
  const partial = join(dirname(target), `.${basename(target)}.${randomBytes(4).toString('hex')}`);
  try {
    const file = await open(partial, 'wx', OWNER_ONLY);
    try {
      // Not what the umask leaves of it.
      await file.chmod(OWNER_ONLY);
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(partial, target);
  } catch (error) {
    await rm(partial, { force: true }).catch(() => {});
    throw unwritable(target, error);
  }
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function unwritable(path: string, cause: unknown): CliError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error';
  return new CliError('write_failed', `${path} cannot be written (${code}).`, { cause });
}

const refused = (path: string, why: string, cause?: unknown) =>
  new CliError('write_failed', `${path} ${why}: nothing was written.`, {
    next: 'Name the file itself if that is where it belongs.',
    cause,
  });
