import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { LAW, type PackageLaw } from './import-law.ts';

const PACKAGES = join(import.meta.dirname, '..', 'packages');

/** Begins an import of types alone. */
const TYPE = 'type ';

/** A file of a package, and what it imports. Paths are relative to the package's `src`. */
interface Source {
  file: string;
  imports: readonly string[];
}

/** What a source imports, re-exports and loads. */
function importsOf(path: string): string[] {
  const text = readFileSync(path, 'utf8');
  const { module } = parseSync(path, text);
  const exported = module.staticExports.flatMap(({ entries }) => entries);
  const dynamic = module.dynamicImports.map(({ moduleRequest: { start, end } }) =>
    text.slice(start, end),
  );
  return [
    ...module.staticImports.map(({ moduleRequest, entries }) =>
      entries.length > 0 && entries.every(({ isType }) => isType)
        ? TYPE + moduleRequest.value
        : moduleRequest.value,
    ),
    ...exported.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ...dynamic.flatMap((request) => /^'(.*)'$/.exec(request)?.[1] ?? []),
  ];
}

function sourcesOf(name: string): Source[] {
  const folder = join(PACKAGES, name, 'src');
  return globSync('**/*.{ts,tsx}', { cwd: folder }).map((found) => {
    const file = found.replaceAll('\\', '/');
    return { file, imports: importsOf(join(folder, file)) };
  });
}

/** Whether a name of the table stands for a file: the file, its folder, or a pattern of one of the two. */
const covers = (name: string, file: string): boolean =>
  posix.matchesGlob(file, name) || posix.matchesGlob(file, `${name}/**`);

const isLibrary = (library: string, imported: string): boolean =>
  posix.matchesGlob(imported, library) || imported.startsWith(`${library}/`);

/** What breaks the law, each in a sentence. */
function violations(sources: readonly Source[], law: PackageLaw): string[] {
  const { layers, apart = [], also = [], types = [], only = {} } = law;
  const lines = layers?.map((line) => line.split(' ').map((names) => names.split('+')));
  const placeOf = (file: string) => {
    for (const [line, groups] of (lines ?? []).entries()) {
      const group = groups.find((names) => names.some((name) => covers(name, file)));
      if (group) return { line, group, name: group.find((name) => covers(name, file)) };
    }
    return undefined;
  };
  const isAllowed = (from: string, to: string) =>
    also.some((line) => {
      const [importer = '', imported = ''] = line.split(' -> ');
      return covers(importer, from) && covers(imported, to);
    });

  function breaks(from: string, to: string): string | undefined {
    if (to.startsWith('..')) return `${from} imports ${to}, which is outside the package`;
    if (isAllowed(from, to)) return undefined;
    const [folder, inner] = from.split('/');
    const [otherFolder, otherInner] = to.split('/');
    if (
      folder !== undefined &&
      apart.includes(folder) &&
      folder === otherFolder &&
      inner !== otherInner
    )
      return `${from} imports ${to}, but the folders of ${folder} are apart`;
    if (!lines) return undefined;
    const [place, other] = [placeOf(from), placeOf(to)];
    if (!place || !other) return undefined;
    const allowed =
      other.line < place.line || (other.line === place.line && other.group === place.group);
    // Files beside each other in one group of a line are one place; so is a folder to itself.
    return allowed ? undefined : `${from} imports ${to}, which is not below it`;
  }

  return sources.flatMap(({ file, imports }) => {
    const found = lines && !placeOf(file) ? [`${file} has no line in the import law`] : [];
    for (const line of imports) {
      const imported = line.replace(TYPE, '');
      if (imported.startsWith('.')) {
        const path = posix.join(posix.dirname(file), imported);
        if (line.startsWith(TYPE) && types.some((name) => covers(name, path))) continue;
        const problem = breaks(file, path);
        if (problem !== undefined) found.push(problem);
        continue;
      }
      for (const [library, places] of Object.entries(only)) {
        if (isLibrary(library, imported) && !places.some((place) => covers(place, file)))
          found.push(`${file} imports ${imported}`);
      }
    }
    return found;
  });
}

describe('the import law', () => {
  it('has every package with sources', () => {
    const names = globSync('*/src', { cwd: PACKAGES }).map((path) => posix.dirname(path));
    expect(Object.keys(LAW).toSorted()).toEqual(names.toSorted());
  });

  it('fits into 80 lines', () => {
    const lines = readFileSync(join(import.meta.dirname, 'import-law.ts'), 'utf8').split('\n');
    expect(lines.length).toBeLessThanOrEqual(81);
  });
});

const LAYERED = Object.entries(LAW).filter(([, { layers }]) => layers !== undefined);
describe.each(LAYERED)('the import law of %s', (_name, law) => {
  it('is broken by a folder that has no layer', () => {
    expect(violations([{ file: 'unknown/file.ts', imports: [] }], law)).toHaveLength(1);
  });
});

describe.each(Object.entries(LAW))('the import law of %s', (name, law) => {
  const sources = sourcesOf(name);
  const files = sources.map(({ file }) => file);
  const importing = (file: string, imported: string) =>
    violations([{ file, imports: [imported] }], law);
  const relative = (from: string, to: string) => {
    const path = posix.relative(posix.dirname(from), to);
    return path.startsWith('.') ? path : `./${path}`;
  };
  /** A file that the name stands for. */
  const fileIn = (place: string): string => {
    const file = files.find((each) => covers(place, each));
    if (file === undefined) throw new Error(`${place} stands for no file of ${name}.`);
    return file;
  };

  it('holds', () => {
    expect(violations(sources, law)).toEqual([]);
  });

  const layers = law.layers ?? [];
  const groups = layers.flatMap((line, index) =>
    line.split(' ').map((group) => ({ line: index, names: group.split('+') })),
  );
  const upward = groups.flatMap(({ line, names }) =>
    groups
      .filter((other) => other.line > line || (other.line === line && other.names !== names))
      .slice(0, 1)
      .flatMap((other) => names.map((from) => ({ from, to: other.names[0] ?? '' }))),
  );
  it.each(upward)('is broken by an import of $to in $from', ({ from, to }) => {
    const [file, other] = [fileIn(from), fileIn(to)];
    expect(importing(file, relative(file, other))).toHaveLength(1);
  });

  it.each(law.apart ?? [])('is broken by an import between the folders of %s', (folder) => {
    const inside = files.filter((file) => file.startsWith(`${folder}/`));
    const [first = ''] = inside;
    const other = inside.find((file) => file.split('/')[1] !== first.split('/')[1]) ?? '';
    expect(importing(first, relative(first, other))).toHaveLength(1);
  });

  it.each(law.also ?? [])('needs the exception %s', (line) => {
    const [importer = '', imported = ''] = line.split(' -> ');
    const without = { ...law, also: (law.also ?? []).filter((each) => each !== line) };
    const file = fileIn(importer);
    const source = { file, imports: [relative(file, fileIn(imported))] };
    expect(violations([source], without)).toHaveLength(1);
    expect(violations([source], law)).toEqual([]);
  });

  it.each(law.types ?? [])('lets every file import types of %s, and nothing else', (place) => {
    const [file, target] = [fileIn(layers[0] ?? ''), fileIn(place)];
    expect(importing(file, TYPE + relative(file, target))).toEqual([]);
    expect(importing(file, relative(file, target))).toHaveLength(1);
  });

  const libraries = Object.entries(law.only ?? {});
  it.each(libraries)('is broken by an import of %s elsewhere', (library, places) => {
    const elsewhere = files.find((file) => !places.some((place) => covers(place, file))) ?? '';
    expect(importing(elsewhere, library.replace('*', 'fs'))).toHaveLength(1);
    for (const place of places) {
      expect(importing(fileIn(place), library.replace('*', 'fs'))).toEqual([]);
    }
  });
});
