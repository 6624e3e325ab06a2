import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { CliError } from '../errors/cli-error.ts';
import { systemCode } from '../errors/system-code.ts';
import { fileNameOf, fill, type Values } from './fill.ts';

export interface Project {
  /** Folder of the template. */
  template: string;
  /** Folder of the project: it must be missing or empty. */
  target: string;
  values: Values;
  /** Runs on the complete project before it is moved to `target`. */
  finish?: ((folder: string) => Promise<void>) | undefined;
  signal: AbortSignal;
}

/** Files that an empty folder may contain, for example after `git init`. */
const IGNORED = new Set(['.git', '.DS_Store']);
const NOT_COPIED = new Set(['node_modules', 'dist', 'coverage']);

/**
 * Creates a project from a template and returns its number of files. It is written to a temporary
 * folder beside the target and then moved, so that an interruption leaves nothing behind.
 */
export async function writeProject({
  template,
  target,
  values,
  finish,
  signal,
}: Project): Promise<number> {
  const exists = await assertFree(target);
  const stage = join(dirname(target), `.${basename(target)}.${randomBytes(4).toString('hex')}`);
  // The outermost folder that had to be created.
  let created: string | undefined;
  try {
    created = await mkdir(dirname(target), { recursive: true });
    await mkdir(stage);
    const count = await copyFolder(template, stage, values, signal);
    await finish?.(stage);
    signal.throwIfAborted();
    await (exists ? moveInto(stage, target) : rename(stage, target));
    return count;
  } catch (error) {
    if (created !== undefined) await rm(created, { recursive: true, force: true });
    if (error instanceof CliError || signal.aborted) throw error;
    throw new CliError('write_failed', `${target} cannot be written (${systemCode(error)}).`, {
      cause: error,
    });
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}

/** Whether the folder exists. Throws if it is not an empty folder. */
export async function assertFree(target: string): Promise<boolean> {
  const found = await stat(target).catch(() => undefined);
  if (!found) return false;
  const names = found.isDirectory() ? await readdir(target) : [basename(target)];
  if (names.every((name) => IGNORED.has(name)) && found.isDirectory()) return true;
  throw new CliError('folder_not_empty', `${target} is not an empty folder.`, {
    next: 'Choose another folder, as in: mkt init my-service',
  });
}

/** Moves the files into an existing folder, which may be the working directory of the shell. */
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
    // Templates store dot files with an underscore; a real one was left there by a tool.
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
