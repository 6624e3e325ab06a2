import { mkdir } from 'node:fs/promises';
import { CliError } from '../errors/cli-error.ts';
import { systemCode } from '../errors/system-code.ts';

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
