import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from './install.mjs';

const current = (path) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};

/**
 * Writes a file beside its place and renames it, so that it is there as a whole or not at all, even if
 * another process writes the same one.
 */
function replaceFile(path, text) {
  const beside = `${path}.${process.pid}.tmp`;
  mkdirSync(dirname(path), { recursive: true });
  try {
    writeFileSync(beside, text);
    renameSync(beside, path);
  } finally {
    rmSync(beside, { force: true });
  }
}

/**
 * Writes generated files where they differ from what is there; with `check` it names them instead.
 *
 * @param {Record<string, string>} files file path from the repository's root → text
 * @param {{ check?: boolean, quiet?: boolean, existing?: string[], root?: string }} options
 *   `existing`: generated files, by path from the root, which are deleted unless they are generated
 *   again; `quiet`: does not name what it writes
 * @returns {number} how many were stale
 */
export function keepGenerated(files, { check = false, quiet = false, existing = [], root = ROOT }) {
  // A generator that finds nothing is broken.
  if (Object.keys(files).length === 0) throw new Error('A generator has generated nothing.');
  const stale = Object.keys(files).filter((path) => current(join(root, path)) !== files[path]);
  const obsolete = existing.filter((path) => !(path in files));
  for (const path of [...stale, ...obsolete]) {
    if (check) console.error(`${path} is stale. Run: npm run fix`);
  }
  if (check) return stale.length + obsolete.length;
  for (const path of stale) {
    replaceFile(join(root, path), files[path]);
    if (!quiet) console.log(`wrote ${path}`);
  }
  for (const path of obsolete) {
    rmSync(join(root, path), { force: true });
    if (!quiet) console.log(`deleted ${path}`);
  }
  return stale.length + obsolete.length;
}
