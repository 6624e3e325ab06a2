import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, posix } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..');

/** Folders without files written by hand. */
const SKIPPED = new Set(['node_modules', 'dist', 'etc', '.git', '.mkt', 'generated', 'fixtures']);

/** Every file of the repository that is written by hand, as a path from its root. */
function filesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : filesBelow(path);
    return entry.isFile() ? [path] : [];
  });
}

export const FILES: readonly string[] = filesBelow('');

export const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

export interface Page {
  /** From the root of the repository. */
  path: string;
  text: string;
}

/** The pages that people read. What a changelog says was true of its release. */
export const PAGES: readonly Page[] = FILES.filter(
  (path) =>
    path.endsWith('.md') && !path.startsWith('.changeset/') && basename(path) !== 'CHANGELOG.md',
).map((path) => ({ path, text: read(path) }));

const SOURCE = /\.(?:[cm]?[jt]s|json|ya?ml|py)$|Dockerfile$/;

/** The files that programs read. */
export const SOURCES: readonly Page[] = FILES.filter(
  (path) => SOURCE.test(path) && basename(path) !== 'pnpm-lock.yaml',
).map((path) => ({ path, text: read(path) }));

/** The folders to which file names and commands on a page refer: a page about templates is about their files. */
export const homesOf = (path: string): string[] =>
  path === 'docs/sell/frameworks.md'
    ? readdirSync(join(ROOT, 'templates')).map((name) => `templates/${name}`)
    : [posix.dirname(path)];
