import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CliError } from '../errors/cli-error.ts';
import { systemCode } from '../errors/system-code.ts';
import { linkTarget, replaceFile } from '../store/files.ts';
import { quoteArgument } from '../terminal/text.ts';
import { readTypesFile, type TypesSource } from './types-file.ts';

const READABLE_BY_ALL = 0o644;

/** The file that the types are written to, as it is now. */
export interface Target {
  /** As the user wrote it. */
  path: string;
  /** `undefined` if there is no file. */
  text: string | undefined;
  /** `undefined` if `mkt types` did not write the file. */
  source: TypesSource | undefined;
}

export async function readTarget(path: string, cwd: string): Promise<Target> {
  try {
    const text = await readFile(resolve(cwd, path), 'utf8');
    return { path, text, source: readTypesFile(text) };
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT') return { path, text: undefined, source: undefined };
    throw new CliError('unreadable_input', `${path} cannot be read (${code}).`, {
      next: 'Choose another file with --output.',
      cause: error,
    });
  }
}

/** What a file says about itself, or why there is nothing to update or to check. */
export function sourceOf({ path, text, source }: Target): TypesSource {
  if (source) return source;
  const why = text === undefined ? 'does not exist' : 'was not written by mkt types';
  throw new CliError('unreadable_input', `${path} ${why}.`, {
    next: `Name the listings to write it: mkt types <slug> -o ${quoteArgument(path)}`,
  });
}

/** Replaces the file unless it has this text already; returns whether it did. */
export async function writeTarget(target: Target, text: string, cwd: string): Promise<boolean> {
  if (target.text === text) return false;
  const path = await linkTarget(resolve(cwd, target.path), cwd);
  await replaceFile(path, Buffer.from(text), READABLE_BY_ALL);
  target.text = text;
  target.source = readTypesFile(text);
  return true;
}
