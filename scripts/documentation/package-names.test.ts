// Readers type the package names that a page shows: each must be ours, or a library that we install.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TOOLS_OF_OTHERS } from './check-command.ts';
import { blocksOf, tableRowsOf } from './markdown.ts';
import { commandsIn, commandsOf } from './find-commands.ts';
import { PAGES, read, ROOT, SOURCES } from './pages.ts';

interface Manifest {
  name: string;
  private?: boolean;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

const manifestsIn = (folder: string): Manifest[] =>
  readdirSync(join(ROOT, folder)).map((name) =>
    JSON.parse(readFileSync(join(ROOT, folder, name, 'package.json'), 'utf8')),
  );

const packages = manifestsIn('packages');
const published = new Set(packages.filter((each) => !each.private).map(({ name }) => name));
const root: Manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const installed = new Set(
  [root, ...packages, ...manifestsIn('examples')].flatMap((manifest) =>
    Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }),
  ),
);
/** `pnpm@12.21.0` and `@mkt/cli@latest` without the version. */
const withoutVersion = (word: string) => word.replace(/(?<=.)@.*$/, '');

const RUNNERS = [['npx'], ['npm', 'exec'], ['pnpm', 'dlx']];
const INSTALLERS = [
  ['npm', 'install'],
  ['npm', 'i'],
  ['pnpm', 'add'],
];
const startsWith = (words: readonly string[], start: readonly string[]) =>
  start.every((word, at) => words[at] === word);

/** The packages that a command makes npm download, if they are not installed. */
function packagesOf(words: readonly string[]): string[] {
  const operands = words.filter((word) => !word.startsWith('-'));
  if (words[1] === 'create') return operands.slice(2, 3).map((name) => `create-${name}`);
  if (RUNNERS.some((start) => startsWith(words, start))) {
    return operands
      .slice(words[0] === 'npx' ? 1 : 2)
      .slice(0, 1)
      .map(withoutVersion);
  }
  if (INSTALLERS.some((start) => startsWith(words, start))) {
    return operands.slice(2).map(withoutVersion);
  }
  return [];
}

const unknownIn = (named: readonly { page: string; name: string }[]) =>
  named.filter(({ name }) => {
    // Our names must not be left to strangers: only a published package counts.
    if (/^@mkt\/|^(?:create-)?mkt\b/.test(name)) return !published.has(name);
    // A tool of the workspace, such as `changeset`, has another name than its package.
    const isTool = existsSync(join(ROOT, 'node_modules', '.bin', name));
    return !TOOLS_OF_OTHERS.has(name) && !installed.has(name) && !isTool;
  });

describe('a package that a page lets its reader type', () => {
  it('exists', () => {
    const named = PAGES.flatMap(commandsIn).flatMap(({ page, words }) =>
      packagesOf(words).map((name) => ({ page, name })),
    );
    const names = new Set(named.map(({ name }) => name));
    expect([...names]).toEqual(expect.arrayContaining(['mkt', 'mkt-marketplace', 'create-mkt']));
    expect(unknownIn(named)).toEqual([]);
  });

  it('exists where an example imports it', () => {
    const named = PAGES.flatMap(({ path: page, text }) =>
      blocksOf(text).flatMap((block) =>
        [...block.text.matchAll(/ from '(@mkt\/[a-z-]+)/g)].map(([, name = '']) => ({
          page,
          name,
        })),
      ),
    );
    expect(named.length).toBeGreaterThan(20);
    expect(unknownIn(named)).toEqual([]);
  });

  it('exists where the CLI or a template names it', () => {
    const named = SOURCES.filter(({ path }) => /^(?:packages\/[^/]+\/src|templates)\//.test(path))
      .flatMap(({ path: page, text }) =>
        [...text.matchAll(/\b(?:npx|npm (?:create|install)) [^'"`\n]+/g)].map(([line]) => ({
          page,
          line,
        })),
      )
      .flatMap(({ page, line }) =>
        commandsOf(line.split('${')[0] ?? '').flatMap((words) =>
          packagesOf(words).map((name) => ({ page, name })),
        ),
      );
    expect(named.length).toBeGreaterThan(2);
    expect(unknownIn(named)).toEqual([]);
  });

  it.each([
    ['npx mkt-nonsense serve', 'mkt-nonsense'],
    ['npx --yes @mkt/nonsense@1.0.0 serve', '@mkt/nonsense'],
    ['npm create mkt-nonsense my-service', 'create-mkt-nonsense'],
    ['npm install --save-dev @mkt/nonsense', '@mkt/nonsense'],
    ['pnpm dlx nonsense', 'nonsense'],
  ])('is reported if it does not exist: %s', (line, name) => {
    const [words = []] = commandsOf(line);
    expect(unknownIn(packagesOf(words).map((each) => ({ page: 'README.md', name: each })))).toEqual(
      [{ page: 'README.md', name }],
    );
  });
});

describe('RELEASING.md', () => {
  const releasing = read('RELEASING.md');

  it('lists every name to reserve', () => {
    const listed = tableRowsOf(releasing)
      .filter(([name = '']) => name.startsWith('`'))
      .map(([name = '']) => name.replaceAll('`', ''));
    const needed = [...published].map((name) => name.split('/')[0] ?? '');
    expect(listed.toSorted()).toEqual([...new Set(needed)].toSorted());
  });

  it('moves the dist-tag of every package', () => {
    const [, typed = ''] = /^for name in (.*); do$/m.exec(releasing) ?? [];
    const names = typed
      .replace(/@mkt\/\{([^}]*)\}/, (_, inside: string) =>
        inside
          .split(',')
          .map((name) => `@mkt/${name}`)
          .join(' '),
      )
      .split(' ');
    expect(names.toSorted()).toEqual([...published].toSorted());
  });
});
