import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { printable } from '@mkt/protocol';
import { CliError, systemCode } from '../errors/cli-error.ts';
import { PACKAGE_ROOT } from '../this-package.ts';

/** The repository, if this package runs in a clone of it. */
export function findCheckout(): string | undefined {
  const root = join(PACKAGE_ROOT, '..', '..');
  const isCheckout =
    existsSync(join(root, 'pnpm-workspace.yaml')) &&
    existsSync(join(root, 'packages', 'cli', 'src'));
  return isCheckout ? root : undefined;
}

/**
 * The folder of a template: in a checkout it is in the repository, otherwise in the copy that was packed
 * with this package (`scripts/pack-templates.mjs`).
 */
export function folderOfTemplate(name: string): string {
  const folder = join(findCheckout() ?? PACKAGE_ROOT, 'templates', name);
  if (existsSync(folder)) return folder;
  throw new CliError('not_installed', `This installation of mkt lacks the template ${name}.`, {
    next: 'Reinstall it: npm install --global @mkt/cli',
  });
}

/** The folder for a title: `Text insights` → `text-insights`. */
export const folderNameOf = (title: string): string => latinNameOf(title) || 'my-service';

/**
 * The slug that a marketplace will probably give to a listing with this title. It transliterates other
 * scripts, and takes another slug if this one is in use; `mkt publish` shows the real one.
 */
const slugFor = (title: string): string =>
  latinNameOf(title).slice(0, MAX_SLUG).replace(/-$/, '') || 'service';

const MAX_SLUG = 55;

function latinNameOf(title: string): string {
  const plain = title
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .toLowerCase();
  return dashed(plain);
}

/** The package name for a folder: npm allows only lower case and few punctuation marks. */
export function packageNameOf(folder: string): string {
  return dashed(folder.toLowerCase()).slice(0, 100) || 'my-service';
}

/** The title for a folder: `text-insights` → `Text insights`. */
export function titleOf(folder: string): string {
  const words = folder.replaceAll(/[-_.\s]+/g, ' ').trim();
  return words === '' ? 'My service' : words.charAt(0).toUpperCase() + words.slice(1);
}

const dashed = (text: string) => text.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '');

/** The values of the placeholders `{{name}}`, `{{title}}`, `{{price}}` and `{{port}}`; `{{slug}}` follows from them. */
interface Values {
  /** Name of the package: lower case and dashes. */
  name: string;
  title: string;
  /** Price of a call, in US dollars, with at most 6 decimals. */
  price: number;
  port: number;
  /** The values of a template's own placeholders. */
  own?: Readonly<Record<string, string>> | undefined;
}

const PLACEHOLDER = /\{\{([a-z][a-zA-Z]*)\}\}/g;

type Escape = (text: string) => string;

const inJson: Escape = (text) => JSON.stringify(text).slice(1, -1);
/** Escapes a value for a string literal with any kind of quotes. */
const inCode: Escape = (text) =>
  inJson(text)
    .replaceAll("'", String.raw`\'`)
    .replaceAll('`', '\\`')
    .replaceAll('${', '\\${');

const ESCAPES: Readonly<Record<string, Escape>> = {
  '.json': inJson,
  '.jsonc': inJson,
  '.ts': inCode,
  '.tsx': inCode,
  '.js': inCode,
  '.mjs': inCode,
  '.py': (text) => inJson(text).replaceAll("'", String.raw`\'`),
  '.toml': inJson,
  // Texts for people, and comments: a value cannot add lines (see checkedLine).
  '.md': (text) => text,
  '.example': (text) => text,
};

/** A value comes from a person, or from another person's document. */
function checkedLine(name: string, value: string): string {
  if (printable(value) === value) return value;
  throw new CliError(
    'invalid_usage',
    `The ${name} has a line break or another character that cannot be seen: ${JSON.stringify(printable(value).slice(0, MAX_SHOWN))}.`,
    { next: 'Remove it, and run the command again.' },
  );
}

const MAX_SHOWN = 80;

/**
 * Fills the placeholders of a template file. Values are escaped, so that they cannot end a string, by
 * the type of the file: one whose type has no escape is a mistake in the template.
 */
export function fill(text: string, fileName: string, values: Values): string {
  const free = new Map(Object.entries({ ...values.own, title: values.title }));
  // These values need no escape in any type of file.
  const plain = new Map([
    ['name', values.name],
    ['slug', slugFor(values.title)],
    ['price', values.price.toFixed(6).replace(/0{1,4}$/, '')],
    ['port', String(values.port)],
  ]);
  return text.replace(PLACEHOLDER, (whole, name: string) => {
    const value = free.get(name);
    if (value === undefined) return plain.get(name) ?? whole;
    const escape = ESCAPES[extname(fileName)];
    if (escape) return escape(checkedLine(name, value));
    throw new Error(
      `${basename(fileName)} has {{${name}}}, but fill.ts has no escape for its type.`,
    );
  });
}

/** The name of a template file in a project: `_gitignore` becomes `.gitignore`, which npm does not pack. */
export const fileNameOf = (stored: string): string => stored.replace(/^_(?=[a-z])/, '.');

interface Project {
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
