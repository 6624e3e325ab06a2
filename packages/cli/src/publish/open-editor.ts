import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { CliError } from '../errors/cli-error.ts';
import { quoteArgument } from '../terminal/text.ts';
import type { Shell } from '../terminal/shell.ts';

/** Always the same: with a listing's name in it, the marketplace would choose the path. */
const FILE = 'listing.json';

/** A file in its own folder that only its owner can read. */
export interface EditedFile {
  path: string;
  /** Opens the editor, waits until it ends, and returns the text. */
  edit(): Promise<string>;
  write(text: string): Promise<void>;
  remove(): Promise<void>;
}

export async function createEditedFile(
  { env, signal }: Pick<Shell, 'env' | 'signal'>,
  text: string,
): Promise<EditedFile> {
  const folder = await mkdtemp(join(tmpdir(), 'mkt-edit-'));
  const path = join(folder, FILE);
  await writeFile(path, text, { mode: 0o600, flag: 'wx' });
  const editor = env['VISUAL'] || env['EDITOR'] || (platform() === 'win32' ? 'notepad' : 'vi');
  return {
    path,
    edit: async () => {
      await openEditor(editor, folder, { env, signal });
      return await readFile(path, 'utf8');
    },
    write: async (changed) => await writeFile(path, changed),
    remove: async () => await rm(folder, { recursive: true, force: true }),
  };
}

/**
 * `$EDITOR` may contain arguments, as in `code --wait`, so a shell reads it, as git does. The shell of
 * Windows cannot take arguments separately from the command line, so there the editor starts in the
 * folder of the file, and no path becomes part of the line.
 */
async function openEditor(
  editor: string,
  folder: string,
  { env, signal }: Pick<Shell, 'env' | 'signal'>,
): Promise<void> {
  const path = join(folder, FILE);
  const options = { stdio: 'inherit', env: { ...env } } as const;
  const child =
    platform() === 'win32'
      ? spawn(`${editor} ${FILE}`, { ...options, cwd: folder, shell: true })
      : spawn('/bin/sh', ['-c', `${editor} "$@"`, editor, path], options);
  const stop = () => child.kill();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    signal.throwIfAborted();
    if (code === 0) return;
    throw new CliError(
      'declined',
      `The editor ended with ${code ?? 'a signal'}: nothing was changed.`,
      {
        next: `Choose another: EDITOR=nano, or edit the file yourself: ${quoteArgument(path)}`,
      },
    );
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
