import { access, constants } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { CliError } from '../errors/cli-error.ts';
import { systemCode } from '../errors/system-code.ts';
import { linkTarget, replaceFile } from '../store/files.ts';

const READABLE_BY_ALL = 0o644;

/** A file for a result that has yet to be bought. */
export interface ResultFile {
  path: string;
  /** Replaces the file. */
  write(text: string): Promise<void>;
}

/** Refuses, before anything is bought, a file that could not be written. */
export async function resultFile(path: string, cwd: string): Promise<ResultFile> {
  const target = await linkTarget(resolve(cwd, path), cwd);
  try {
    await access(dirname(target), constants.W_OK);
  } catch (error) {
    throw new CliError('write_failed', `${path} cannot be written (${systemCode(error)}).`, {
      next: 'Nothing was bought. Choose another file with --output.',
      cause: error,
    });
  }
  return {
    path,
    write: (text) => replaceFile(target, Buffer.from(text), READABLE_BY_ALL),
  };
}
