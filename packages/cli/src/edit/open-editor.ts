import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { platform, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { CliError } from '../errors/cli-error.ts';
import { quoteArgument } from '../terminal/printable.ts';
import type { Shell } from '../terminal/shell.ts';

/** A file in a folder of its own that only its owner can read. */
export interface EditedFile {
  path: string;
  /** Opens the editor, waits until it ends, and returns the text. */
  edit(): Promise<string>;
  write(text: string): Promise<void>;
  remove(): Promise<void>;
}

export async function createEditedFile(
  { env, signal }: Pick<Shell, 'env' | 'signal'>,
  { name, text }: { name: string; text: string },
): Promise<EditedFile> {
  const path = join(await mkdtemp(join(tmpdir(), 'mkt-edit-')), `${name}.json`);
  await writeFile(path, text);
  await chmod(path, 0o600);
  const editor = env['VISUAL'] || env['EDITOR'] || (platform() === 'win32' ? 'notepad' : 'vi');
  return {
    path,
    edit: async () => {
      await openEditor(editor, path, { env, signal });
      return await readFile(path, 'utf8');
    },
    write: async (changed) => await writeFile(path, changed),
    remove: async () => await rm(dirname(path), { recursive: true, force: true }),
  };
}

/** `$EDITOR` may contain arguments, as in `code --wait`, so a shell reads it, as git does. */
async function openEditor(
  editor: string,
  path: string,
  { env, signal }: Pick<Shell, 'env' | 'signal'>,
): Promise<void> {
  const options = { stdio: 'inherit', env: { ...env } } as const;
  const child =
    platform() === 'win32'
      ? spawn(`${editor} "${path}"`, { ...options, shell: true })
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
