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
  /** Further files, path in the project → text. */
  files?: Readonly<Record<string, string>> | undefined;
  /** Runs on the complete project before it is moved to `target`. */
  finish?: ((folder: string) => Promise<void>) | undefined;
  signal: AbortSignal;
}

/** Files that an empty folder may contain, for example after `git init`. */
const IGNORED = new Set(['.git', '.DS_Store']);
const NOT_COPIED = new Set(['node_modules', 'dist', 'coverage', '__pycache__']);

/** What to do about a file system that refuses. */
const NEXT: Readonly<Record<string, string>> = {
  EACCES: 'Choose a folder that you may write to.',
  EPERM: 'Choose a folder that you may write to.',
  EROFS: 'Choose a folder that you may write to.',
  ENOSPC: 'Free some space on the disk, and run the command again.',
  EDQUOT: 'Free some space on the disk, and run the command again.',
  ENAMETOOLONG: 'Choose a shorter name.',
  ENOTDIR: 'A part of this path is a file: choose another folder.',
  EEXIST: 'A part of this path is a file: choose another folder.',
};

/**
 * Creates a project from a template and returns its number of files. It is written to a temporary
 * folder beside the target (in it, if the target exists) and then moved, so that an interruption leaves
 * nothing behind.
 */
export async function writeProject(project: Project): Promise<number> {
  const { target, values, files = {}, finish, signal } = project;
  const exists = await assertFree(target);
  const unique = `.${basename(target)}.${randomBytes(4).toString('hex')}`;
  // The folder above an existing one may belong to another user.
  const stage = join(exists ? target : dirname(target), unique);
  // The outermost folder that had to be created.
  let created: string | undefined;
  try {
    created = await mkdir(dirname(stage), { recursive: true });
    await mkdir(stage);
    await copyFolder(project.template, stage, values, signal);
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(stage, path)), { recursive: true });
      await writeFile(join(stage, path), text, { mode: path === '.env' ? 0o600 : 0o666 });
    }
    const count = await countFiles(stage);
    await finish?.(stage);
    signal.throwIfAborted();
    await (exists ? moveInto(stage, target) : rename(stage, target));
    return count;
  } catch (error) {
    if (created !== undefined) await remove(created);
    if (error instanceof CliError || signal.aborted) throw error;
    const code = systemCode(error);
    throw new CliError('write_failed', `${target} cannot be written (${code}).`, {
      next: NEXT[code],
      cause: error,
    });
  } finally {
    await remove(stage);
  }
}

/** The error that made this necessary says more than one of the removal. */
const remove = (path: string) => rm(path, { recursive: true, force: true }).catch(() => {});

/** Whether the folder exists. Throws if it is not an empty folder. */
export async function assertFree(target: string): Promise<boolean> {
  const found = await stat(target).catch(() => undefined);
  if (!found) return false;
  const next = 'Choose another folder, as in: mkt init my-service';
  if (!found.isDirectory()) {
    throw new CliError('folder_not_empty', `${target} is a file, not a folder.`, { next });
  }
  const names = await readdir(target);
  if (names.every((name) => IGNORED.has(name))) return true;
  throw new CliError('folder_not_empty', `${target} is not an empty folder.`, { next });
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
    for (const name of moved) await remove(join(target, name));
    throw error;
  }
}

async function copyFolder(
  from: string,
  to: string,
  values: Values,
  signal: AbortSignal,
): Promise<void> {
  for (const entry of await readdir(from, { withFileTypes: true })) {
    signal.throwIfAborted();
    // Templates store dot files with an underscore; a real one was left there by a tool.
    if (entry.name.startsWith('.') || NOT_COPIED.has(entry.name)) continue;
    const source = join(from, entry.name);
    const target = join(to, fileNameOf(entry.name));
    if (entry.isDirectory()) {
      await mkdir(target);
      await copyFolder(source, target, values, signal);
    } else if (entry.isFile()) {
      await copyFile(source, target, values);
    }
  }
}

async function copyFile(source: string, target: string, values: Values): Promise<void> {
  const bytes = await readFile(source);
  const { mode } = await stat(source);
  const isText = !bytes.includes(0);
  await writeFile(target, isText ? fill(bytes.toString('utf8'), target, values) : bytes, {
    mode: mode & 0o777,
  });
}

async function countFiles(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).length;
}
