import { randomBytes } from 'node:crypto';
import { chmod, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { CliError } from './cli-error.ts';

const OWNER_ONLY = 0o600;

/**
 * Writes a file whole or not at all: what a crash leaves is the old one or the new one. A new file
 * is its owner's alone; an existing one keeps its mode, and a link stays a link.
 */
export async function replaceFile(path: string, bytes: Uint8Array): Promise<void> {
  const target = await realpath(path).catch(() => path);
  const mode = (await stat(target).catch(() => undefined))?.mode ?? OWNER_ONLY;
  const partial = join(dirname(target), `.${basename(target)}.${randomBytes(4).toString('hex')}`);
  try {
    const file = await open(partial, 'wx', OWNER_ONLY);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await chmod(partial, mode & 0o777);
    await rename(partial, target);
  } catch (error) {
    await rm(partial, { force: true }).catch(() => {});
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new CliError('write_failed', `${path} cannot be written (${code}).`, { cause: error });
  }
}
