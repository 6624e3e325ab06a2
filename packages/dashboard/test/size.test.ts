import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

interface Chunk {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
  isEntry?: boolean;
  isDynamicEntry?: boolean;
}

const DIST = join(import.meta.dirname, '..', '..', 'marketplace', 'dist', 'dashboard');
const SHELL_BYTES = 145_000;
/** One style sheet for all pages. */
const STYLE_BYTES = 26_000;
const PAGE_BYTES = 100_000;
/** With a form, or what else a page loads when it first needs it. */
const LARGEST_BYTES = 170_000;
/** The page itself, what most pages use, and what it shares with a few others. */
const PAGE_FILES = 7;
/** What the fields of an input add to the page of a listing. */
const FORM_BYTES = 40_000;
/** The engine that checks an input, loaded when an input is first sent. */
const WORKER_BYTES = 75_000;

const manifest = JSON.parse(readFileSync(join(DIST, 'manifest.json'), 'utf8')) as Record<
  string,
  Chunk
>;

/** What loading a chunk transfers, compressed: its own file, and those that it imports. */
function filesOf(name: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[name];
  if (!chunk || found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const imported of chunk.imports ?? []) filesOf(imported, found);
  return found;
}

const bytesOf = (files: Iterable<string>) =>
  [...files].reduce((sum, file) => sum + statSync(join(DIST, `${file}.gz`)).size, 0);

const chunks = Object.entries(manifest);
const [shell] = chunks.filter(([, { isEntry }]) => isEntry).map(([name]) => filesOf(name));
const lazy = chunks.filter(([, { isDynamicEntry }]) => isDynamicEntry).map(([name]) => name);
const pages = lazy.filter((name) => name.endsWith('/Page.tsx'));

/** Names of Mantine's classes, each of which is unique to a component. */
const mantineClasses = (text: string) => new Set(text.match(/\bm_[0-9a-f]{6,8}\b/g));
const ALL_STYLES = createRequire(import.meta.url).resolve('@mantine/core/styles.css');
const styled = mantineClasses(readFileSync(ALL_STYLES, 'utf8'));
/** What a component brings along, and no page shows: `Checkbox.Card` and `Checkbox.Indicator`. */
const notShown = mantineClasses(
  ['CheckboxCard', 'CheckboxIndicator']
    .map((name) => createRequire(import.meta.url).resolve(`@mantine/core/styles/${name}.css`))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n'),
);
const built = readdirSync(join(DIST, 'assets')).map((file) => `assets/${file}`);

/** The components that files use and, of those, the ones whose styles they lack. */
function componentsIn(files: readonly string[]) {
  const textOf = (extension: string) =>
    files
      .filter((file) => file.endsWith(extension))
      .map((file) => readFileSync(join(DIST, file), 'utf8'))
      .join('\n');
  const loaded = mantineClasses(textOf('.css'));
  const used = [...mantineClasses(textOf('.js'))].filter(
    (name) => styled.has(name) && !notShown.has(name),
  );
  return { used, unstyled: used.filter((name) => !loaded.has(name)) };
}

it('the styles of all components in use are loaded', () => {
  const { used, unstyled } = componentsIn(built);
  expect(used.length).toBeGreaterThan(50);
  expect(unstyled).toEqual([]);
});

describe('the size of what a browser loads, compressed', () => {
  it(`is at most ${SHELL_BYTES / 1_000} kB for the shell`, () => {
    expect(bytesOf(shell!)).toBeGreaterThan(50_000);
    expect(bytesOf(shell!)).toBeLessThanOrEqual(SHELL_BYTES);
  });

  it(`is at most ${STYLE_BYTES / 1_000} kB for the style sheet`, () => {
    const sheets = built.filter((file) => file.endsWith('.css'));
    expect(sheets).toHaveLength(1);
    expect(bytesOf(sheets)).toBeLessThanOrEqual(STYLE_BYTES);
  });

  const ownFilesOf = (name: string) => [...filesOf(name)].filter((file) => !shell!.has(file));

  it.each(pages)(`is at most ${PAGE_BYTES / 1_000} kB more for %s, in few files`, (name) => {
    expect(bytesOf(ownFilesOf(name))).toBeLessThanOrEqual(PAGE_BYTES);
    expect(ownFilesOf(name).length).toBeLessThanOrEqual(PAGE_FILES);
  });

  it.each(lazy)(`is at most ${LARGEST_BYTES / 1_000} kB more for %s`, (name) => {
    expect(bytesOf(ownFilesOf(name))).toBeLessThanOrEqual(LARGEST_BYTES);
  });

  it(`is at most ${FORM_BYTES / 1_000} kB more for the form of a listing, and ${WORKER_BYTES / 1_000} kB for its check`, () => {
    const page = new Set([...shell!, ...filesOf('src/pages/listing/Page.tsx')]);
    const form = [...filesOf('src/form/InputForm.tsx')].filter((file) => !page.has(file));
    expect(form).toContainEqual(expect.stringMatching(/InputForm-.*\.js$/));
    expect(bytesOf(form)).toBeLessThanOrEqual(FORM_BYTES);
    const workers = readdirSync(join(DIST, 'assets')).filter((file) =>
      /^input-worker-.*\.js$/.test(file),
    );
    expect(workers).toHaveLength(1);
    expect(bytesOf(workers.map((file) => `assets/${file}`))).toBeLessThanOrEqual(WORKER_BYTES);
  });
});
