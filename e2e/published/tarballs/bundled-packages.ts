import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The bundler writes the path of each file that it includes: `// ../node_modules/.pnpm/qs@6.17.1/…`. */
const TAKEN_IN = /^\s*\/\/ .*node_modules\/\.pnpm\/(@?[^@/]+)@([^_/]+)[^/]*\/node_modules\//gm;
const NOTICE = /^(\S+) (\d\S*) \([^)]+\)$/gm;
const SEPARATOR = `\n${'-'.repeat(80)}\n`;

/** The packages whose code is in an unpacked tarball, as `name@version`. */
export function bundledPackages(folder: string): string[] {
  const dist = join(folder, 'dist');
  if (!existsSync(dist)) return [];
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' });
  const found = files
    .filter((path) => path.endsWith('.js'))
    .flatMap((path) => [...readFileSync(join(dist, path), 'utf8').matchAll(TAKEN_IN)])
    .map(([, name = '', version]) => `${name.replace('+', '/')}@${version}`);
  return [...new Set(found)].toSorted();
}

/** The packages that `THIRD-PARTY-NOTICES.txt` names, with the length of the license text of each. */
export function packagesInNotices(folder: string): Map<string, number> {
  const file = join(folder, 'dist', 'THIRD-PARTY-NOTICES.txt');
  if (!existsSync(file)) return new Map();
  const notices = readFileSync(file, 'utf8').split(SEPARATOR);
  return new Map(
    notices.map((notice) => {
      const [[head = '', name, version] = []] = notice.matchAll(NOTICE);
      return [`${name}@${version}`, notice.trim().length - head.length];
    }),
  );
}
