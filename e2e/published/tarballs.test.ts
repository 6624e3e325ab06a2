// Checks the tarball of each package, as it was published.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { bundledPackages, packagesInNotices } from './tarballs/bundled-packages.ts';
import { importedPackages } from './tarballs/imported-packages.ts';
import type { Manifest } from './registry/manifest.ts';
import { packageNames, unpack, type Tarball } from './tarballs/unpack.ts';

/** Bundled code (debug) loads this library if it happens to be installed. */
const OPTIONAL_LIBRARY = 'supports-color';
/** A license text is longer than a license name. */
const MIN_LICENSE_LENGTH = 200;
const EXPECTED_FILE =
  /^(?:(?:bin|dist|schemas|vectors|templates)\/.+|package\.json|README\.md|CHANGELOG\.md|LICENSE)$/;

let folder: string;
let tarballs: Map<string, Tarball>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mkt-tarballs-'));
  const { url } = inject('registry');
  const unpacked = packageNames().map(async (name) => [name, await unpack(url, name, folder)]);
  tarballs = new Map((await Promise.all(unpacked)) as [string, Tarball][]);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

function tarballOf(name: string): Tarball {
  const tarball = tarballs.get(name);
  if (!tarball) throw new Error(`${name} was not packed.`);
  return tarball;
}

const dependenciesOf = ({ dependencies, peerDependencies }: Manifest) =>
  Object.keys({ ...dependencies, ...peerDependencies }).toSorted();

/** Entries without types: data and commands. */
const untypedEntries = ({ exports = {} }: Manifest) =>
  Object.entries(exports)
    .filter(([, target]) => typeof target === 'string')
    .map(([path]) => path);

const nameOf = (nameAndVersion: string) => nameAndVersion.replace(/@[^@]+$/, '');

describe.each(packageNames())('%s', (name) => {
  it('depends on exactly the packages that it imports', async () => {
    const { folder, manifest } = tarballOf(name);
    const peers = Object.keys(manifest.peerDependenciesMeta ?? {});
    const optional = new Set([OPTIONAL_LIBRARY, ...peers]);
    const isRequired = (each: string) => !optional.has(each);
    const imported = await importedPackages(folder);
    expect(imported.filter(isRequired)).toEqual(dependenciesOf(manifest).filter(isRequired));
  });

  it('does not depend on a package that it contains', () => {
    const { folder, manifest } = tarballOf(name);
    const bundled = new Set(bundledPackages(folder).map(nameOf));
    expect(dependenciesOf(manifest).filter((each) => bundled.has(each))).toEqual([]);
  });

  it('includes the license of exactly the packages that it contains', () => {
    const { folder } = tarballOf(name);
    const notices = packagesInNotices(folder);
    const contained = bundledPackages(folder);
    expect([...notices.keys()].toSorted()).toEqual(contained);
    expect([...notices].filter(([, length]) => length < MIN_LICENSE_LENGTH)).toEqual([]);
  });

  it('contains no sources, tests or reports', async () => {
    const entries = await readdir(tarballOf(name).folder, { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(tarballOf(name).folder.length + 1));
    expect(files.filter((file) => !EXPECTED_FILE.test(file))).toEqual([]);
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json']));
  });

  it('satisfies publint', async () => {
    const { data, manifest } = tarballOf(name);
    const { messages } = await publint({ pack: { tarball: data.buffer }, strict: true });
    expect(messages.map((message) => formatMessage(message, manifest))).toEqual([]);
  });

  it('has types that every module resolution of ESM finds', async () => {
    const { data, manifest } = tarballOf(name);
    const analysis = await checkPackage(createPackageFromTarballData(data), {
      excludeEntrypoints: untypedEntries(manifest),
    });
    const typed = Object.keys(manifest.exports ?? {}).length > 0;
    expect(analysis.types === false).toBe(!typed);
    if (analysis.types === false) return;
    // The packages are ESM only, so that CommonJS resolution does not apply.
    const problems = analysis.problems.filter(
      (problem) =>
        !('resolutionKind' in problem) ||
        ['node16-esm', 'bundler'].includes(problem.resolutionKind),
    );
    expect(problems).toEqual([]);
  });
});

describe('the tarballs', () => {
  it('bundle the expected libraries', () => {
    expect(bundledPackages(tarballOf('@mkt/marketplace').folder).map(nameOf)).toContain('express');
    expect(bundledPackages(tarballOf('@mkt/conformance').folder).map(nameOf)).toContain(
      'obscenity',
    );
  });

  it('include the built dashboard, with the licenses of its libraries', async () => {
    const dashboard = join(tarballOf('@mkt/marketplace').folder, 'dist', 'dashboard');
    const html = await readFile(join(dashboard, 'index.html'), 'utf8');
    const named = [...html.matchAll(/"\/(assets\/[^"]+)"/g)].map(([, path = '']) => path);
    expect(named.length).toBeGreaterThan(2);
    const shipped = await readdir(dashboard, { recursive: true });
    expect(shipped).toEqual(expect.arrayContaining(named));
    const notices = await readFile(join(dashboard, 'THIRD-PARTY-NOTICES.md'), 'utf8');
    for (const library of ['react-dom', '@mantine/core', '@tanstack/query-core', 'wouter']) {
      expect(notices).toContain(library);
    }
  });
});
