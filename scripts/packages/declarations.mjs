// The declarations that a package publishes: those that its entries lead to.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

const COMMENT_LINE = /^\s*(\/\*\*|\*).*$/gm;
const SPECIFIER = /(?:\bfrom\s+|\bimport\(\s*|^\s*import\s+)(['"])([^'"]+)\1/gm;
const REFERENCE = /^\/\/\/\s*<reference\s+types="([^"]+)"/gm;

/** The modules that the text of a declaration file names; examples in comments do not count. */
export function importsOfDeclaration(text) {
  const code = text.replaceAll(COMMENT_LINE, '');
  const modules = [...code.matchAll(SPECIFIER)].map(([, , name]) => name);
  const types = [...text.matchAll(REFERENCE)].map(([, name]) => name);
  return [...new Set([...modules, ...types])];
}

/** Every file that `exports` or `imports` of a manifest names. */
function targetsOf(value) {
  if (typeof value === 'string') return [value];
  return Object.values(value ?? {}).flatMap(targetsOf);
}

const declarationOf = (path) => path.replace(/(\.d)?\.[jt]s$/, '.d.ts');

/** The declarations that can be reached from a package's entries, as absolute paths. */
function publicDeclarations(folder) {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const entries = targetsOf([manifest.exports, manifest.imports])
    .filter((path) => path.startsWith('./dist/'))
    .map((path) => declarationOf(join(folder, path)));
  const found = new Set();
  const queue = [...new Set(entries)];
  for (const path of queue) {
    if (found.has(path)) continue;
    if (!existsSync(path)) throw new Error(`${path} is missing.`);
    found.add(path);
    const inside = importsOfDeclaration(readFileSync(path, 'utf8'));
    const relative = inside.filter((name) => name.startsWith('.'));
    queue.push(...relative.map((name) => declarationOf(join(dirname(path), name))));
  }
  return found;
}

/**
 * Deletes the other declarations. They describe what cannot be imported, and they name bundled
 * libraries, which are not installed with the package.
 */
export function pruneDeclarations(folder) {
  const kept = publicDeclarations(folder);
  const files = readdirSync(join(folder, 'dist'), { recursive: true });
  for (const file of files.filter((each) => each.endsWith('.d.ts'))) {
    const path = join(folder, 'dist', file);
    if (!kept.has(path)) rmSync(path);
  }
}
