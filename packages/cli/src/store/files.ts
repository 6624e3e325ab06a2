import { randomBytes } from 'node:crypto';
import { lstat, mkdir, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { CliError, systemCode } from '../errors/cli-error.ts';

/** Creates a folder that only its owner can enter, unless it exists. `purpose` is a sentence without its full stop. */
export async function createFolder(path: string, purpose: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new CliError('write_failed', `${path} cannot be created (${systemCode(error)}).`, {
      next: `${purpose}: check the permissions.`,
      cause: error,
    });
  }
}

/** Of a folder that has keys and secrets, or what only this machine knows. */
export async function keepOutOfGit(data: string): Promise<void> {
  const path = join(data, '.gitignore');
  const isThere = await readFile(path).then(
    () => true,
    () => false,
  );
  if (!isThere) await replaceFile(path, Buffer.from('*\n'));
}

const OWNER_ONLY = 0o600;

/**
 * The file that a write to `path` changes. A symbolic link is followed, but never out of `folder`, so
 * that a malicious checkout cannot redirect a secret. For a path outside `folder` the limit is the
 * path's own folder.
 */
export async function linkTarget(path: string, folder: string): Promise<string> {
  const limit = isInside(folder, path) ? folder : dirname(path);
  const parent = await realpath(dirname(path)).catch((error: unknown) => {
    throw unwritable(path, error);
  });
  const realLimit = await realpath(limit);
  const found = await lstat(path).catch(() => undefined);
  const target = found?.isSymbolicLink()
    ? await realpath(path).catch((error: unknown) => {
        const why = 'is a link to a file that does not exist';
        throw refused(path, why, 'Remove the link, or create the file it points to.', error);
      })
    : join(parent, basename(path));
  if (!isInside(realLimit, target)) {
    const why = `is a link to ${target}, outside ${realLimit}`;
    throw refused(path, why, 'If that is the file you want, pass its own path.');
  }
  const kind = await stat(target).catch(() => undefined);
  if (kind && !kind.isFile()) {
    throw refused(path, 'is not a regular file', 'Choose another file.');
  }
  return target;
}

/**
 * Replaces a file atomically: a crash leaves either the old or the new one. By default the new file is
 * readable by its owner only, even if the old one was not. `target` must not be a link.
 */
export async function replaceFile(
  target: string,
  bytes: Uint8Array,
  mode = OWNER_ONLY,
): Promise<void> {
  const partial = join(dirname(target), `.${basename(target)}.${randomBytes(4).toString('hex')}`);
  try {
    const file = await open(partial, 'wx', OWNER_ONLY);
    try {
      // `open` applies the umask; the mode must be exact.
      await file.chmod(mode);
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
  const between = relative(folder, path);
  return between !== '..' && !between.startsWith(`..${sep}`) && !isAbsolute(between);
}

function unwritable(path: string, cause: unknown): CliError {
  const code = systemCode(cause);
  return new CliError('write_failed', `${path} cannot be written (${code}).`, {
    next:
      code === 'ENOENT'
        ? `Its folder does not exist: create ${dirname(path)}, or choose another file.`
        : 'Check its permissions, or choose another file.',
    cause,
  });
}

const refused = (path: string, why: string, next: string, cause?: unknown) =>
  new CliError('write_failed', `${path} ${why}; nothing was written.`, { next, cause });
