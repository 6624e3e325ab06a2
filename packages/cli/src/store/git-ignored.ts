import { execFile } from 'node:child_process';
import { basename, dirname, join, relative } from 'node:path';
import { quoteArgument } from '../terminal/text.ts';

const NOT_IGNORED = 1;
/** A repository on a network may hang; then there is no warning. */
const WITHIN_MS = 5_000;

/** Whether git ignores a file; `undefined` outside a repository and without git. A tracked file is not ignored, unless asked by its name alone. */
const isIgnored = (path: string, ...options: string[]): Promise<boolean | undefined> =>
  new Promise((resolve) => {
    const args = ['check-ignore', '--quiet', ...options, '--', basename(path)];
    execFile('git', args, { cwd: dirname(path), timeout: WITHIN_MS }, (error) => {
      if (error === null) resolve(true);
      else resolve(error.code === NOT_IGNORED ? false : undefined);
    });
  });

/** What to do about a file with a secret that git would commit; undefined if there is nothing to do. */
export async function gitWarning(path: string, cwd: string): Promise<string | undefined> {
  if ((await isIgnored(path)) !== false) return undefined;
  const name = basename(path);
  if (await isIgnored(path, '--no-index')) {
    const folder = relative(cwd, dirname(path)) || '.';
    return `${name} has a secret, and git tracks it: git -C ${quoteArgument(folder)} rm --cached ${quoteArgument(name)}`;
  }
  const file = relative(cwd, join(dirname(path), '.gitignore'));
  return `${name} has a secret, and git does not ignore it: add the line ${name} to ${file}`;
}
