import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
 * Writes generated files where they differ from what is there; with `check` it names them instead.
 *
 * @param {Record<string, string>} files file path from the repository's root → text
 * @param {{ check: boolean, existing?: string[] }} options `existing`: generated files, by path from
 *   the root, which are deleted unless they are generated again
 * @returns {number} how many were stale
 */
export function keepGenerated(files, { check, existing = [] }) {
  // A generator that finds nothing is broken.
  if (Object.keys(files).length === 0) throw new Error('A generator has generated nothing.');
  const stale = Object.keys(files).filter((path) => current(join(ROOT, path)) !== files[path]);
  const obsolete = existing.filter((path) => !(path in files));
  for (const path of [...stale, ...obsolete]) {
    if (check) console.error(`${path} is stale. Run: npm run fix`);
  }
  if (check) return stale.length + obsolete.length;
  for (const path of stale) {
    mkdirSync(dirname(join(ROOT, path)), { recursive: true });
    writeFileSync(join(ROOT, path), files[path]);
    console.log(`wrote ${path}`);
  }
  for (const path of obsolete) {
    rmSync(join(ROOT, path));
    console.log(`deleted ${path}`);
  }
  return stale.length + obsolete.length;
}
