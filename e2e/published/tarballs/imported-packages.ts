import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import { importsOfDeclaration } from '../../../scripts/packages/declarations.mjs';

/** What esbuild turns a remaining `require` in a module into. */
const REMAINING_REQUIRE = /\b__require\("([^"]+)"\)/g;

const filesOf = (folder: string, ending: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(ending) && /^(?:bin|dist)\//.test(path))
    .map((path) => join(folder, path));

/** `@mkt/protocol/signing` belongs to the package `@mkt/protocol`. */
const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

async function importsOfCode(files: readonly string[]): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: [...files],
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    // Otherwise each file's output has a copy of all that it imports, which takes ten times as long.
    splitting: true,
    write: false,
    metafile: true,
    outdir: 'unused',
    logLevel: 'silent',
  });
  const imports = Object.values(metafile.inputs).flatMap((input) => input.imports);
  const required = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(REMAINING_REQUIRE)].map(([, name = '']) => name),
  );
  return [...imports.filter(({ external }) => external).map(({ path }) => path), ...required];
}

/** The packages that the code and the declarations of an unpacked tarball import, in order. */
export async function importedPackages(folder: string): Promise<string[]> {
  const declarations = filesOf(folder, '.d.ts').flatMap((file) =>
    importsOfDeclaration(readFileSync(file, 'utf8')),
  );
  const imports = [...(await importsOfCode(filesOf(folder, '.js'))), ...declarations];
  const others = imports.filter((name) => !/^[.#/]/.test(name) && !isBuiltin(name));
  return [...new Set(others.map(packageOf))].toSorted();
}
