import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { CliError } from '../errors/cli-error.ts';
import { fileNameOf, fill, type Values } from './fill.ts';

export interface Project {
  /** The template's folder. */
  template: string;
  /** Where the project goes: a folder that is not there yet, or is empty. */
  target: string;
  values: Values;
  /** Runs on the complete project before it is moved to its place. */
  finish?: ((folder: string) => Promise<void>) | undefined;
  signal: AbortSignal;
}

/** What may be there already: `git init` came first. */
const WELCOME = new Set(['.git', '.DS_Store']);
const NOT_COPIED = new Set(['node_modules', 'dist', 'coverage']);

/**
 * Makes a project of a template: beside its place first, then all at once in its place, so that
 * what is cut off leaves nothing behind. Answers how many files it has.
 */
export async function writeProject({
  template,
  target,
  values,
  finish,
  signal,
}: Project): Promise<number> {
  const isThere = await assertFree(target);
  const stage = join(dirname(target), `.${basename(target)}.${randomBytes(4).toString('hex')}`);
  // The first of the folders that were not there.
  let made: string | undefined;
  try {
    made = await mkdir(dirname(target), { recursive: true });
    await mkdir(stage);
    const count = await copyFolder(template, stage, values, signal);
    await finish?.(stage);
    signal.throwIfAborted();
    await (isThere ? moveInto(stage, target) : rename(stage, target));
    return count;
  } catch (error) {
    if (made !== undefined) await rm(made, { recursive: true, force: true });
    if (error instanceof CliError || signal.aborted) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new CliError('write_failed', `${target} cannot be written (${code}).`, { cause: error });
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}

/** Whether the folder is there, which then is an empty one. */
export async function assertFree(target: string): Promise<boolean> {
  const found = await stat(target).catch(() => undefined);
  if (!found) return false;
  const names = found.isDirectory() ? await readdir(target) : [basename(target)];
  if (names.every((name) => WELCOME.has(name)) && found.isDirectory()) return true;
  throw new CliError('folder_not_empty', `${target} is not an empty folder.`, {
    next: 'Choose another, as in: mkt init my-service',
  });
}

/** Where the folder must stay the same one: it may be the one that the shell stands in. */
async function moveInto(stage: string, target: string): Promise<void> {
  const moved: string[] = [];
  try {
    for (const name of await readdir(stage)) {
      await rename(join(stage, name), join(target, name));
      moved.push(name);
    }
  } catch (error) {
    for (const name of moved) await rm(join(target, name), { recursive: true, force: true });
    throw error;
  }
}

async function copyFolder(
  from: string,
  to: string,
  values: Values,
  signal: AbortSignal,
): Promise<number> {
  let count = 0;
  for (const entry of await readdir(from, { withFileTypes: true })) {
    signal.throwIfAborted();
    // A template stores its dot files with an underscore: a real one is what a tool has left there.
    if (entry.name.startsWith('.') || NOT_COPIED.has(entry.name)) continue;
    const source = join(from, entry.name);
    const target = join(to, fileNameOf(entry.name));
    if (entry.isDirectory()) {
      await mkdir(target);
      count += await copyFolder(source, target, values, signal);
    } else if (entry.isFile()) {
      await copyFile(source, target, values);
      count += 1;
    }
  }
  return count;
}

async function copyFile(source: string, target: string, values: Values): Promise<void> {
  const bytes = await readFile(source);
  const { mode } = await stat(source);
  const isText = !bytes.includes(0);
  await writeFile(target, isText ? fill(bytes.toString('utf8'), target, values) : bytes, {
    mode: mode & 0o777,
  });
}
