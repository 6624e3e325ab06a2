import { execFile } from 'node:child_process';
import { basename, dirname, join, relative } from 'node:path';
import { quoteArgument } from '../terminal/text.ts';

const NOT_IGNORED = 1;
/** A repository on a network may hang; then there is no warning. */
const WITHIN_MS = 5_000;

/** Whether git would commit a file: it is in a repository, and nothing ignores it. Without git nobody commits. */
export const wouldBeCommitted = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const options = { cwd: dirname(path), timeout: WITHIN_MS };
    execFile('git', ['check-ignore', '--quiet', '--', basename(path)], options, (error) => {
      resolve(error?.code === NOT_IGNORED);
    });
  });

/** What to do about a file with a secret that git would commit; undefined if there is nothing to do. */
export async function gitWarning(path: string, cwd: string): Promise<string | undefined> {
  if (!(await wouldBeCommitted(path))) return undefined;
  const name = basename(path);
  const file = relative(cwd, join(dirname(path), '.gitignore'));
  return `${name} has a secret, and git does not ignore it: echo ${quoteArgument(name)} >> ${quoteArgument(file)}`;
}
