import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { didYouMean } from '@mkt/protocol';
import { CliError } from '../errors/cli-error.ts';
import { readJsonObject } from '../store/read-json-object.ts';
import { linkTarget, replaceFile } from '../store/files.ts';
import type { PackageManager } from './package-manager.ts';

/** For a link to a folder: pnpm and yarn copy what is `file:`, and npm does not know `link:`. */
const PROTOCOLS: Readonly<Record<PackageManager, string>> = {
  npm: 'file',
  pnpm: 'link',
  yarn: 'link',
  bun: 'file',
};
/** Others in a team read it too. */
const MANIFEST_MODE = 0o644;

/** The folder of the links in a project. */
const LINKED = '.linked';

interface Dependent {
  private?: boolean;
  type?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

interface Manifest extends Dependent {
  name: string;
  version: string;
  bin?: Record<string, string>;
  files?: string[];
  exports?: unknown;
  publishConfig?: { exports?: unknown };
}

/**
 * Makes a project use the packages of this checkout, so that `npm install` works although none is
 * published. npm rejects the `workspace:` versions in their manifests, so each link has a manifest
 * without dependencies; Node and TypeScript follow the links and find the dependencies in the checkout.
 */
export async function linkWorkspace(
  project: string,
  { checkout, manager }: { checkout: string; manager: PackageManager },
): Promise<string[]> {
  const path = join(project, 'package.json');
  if (!existsSync(path)) return [];
  const manifest = await readManifest(path);
  const packages = await workspacePackages(checkout);
  const linked: string[] = [];
  for (const group of [manifest.dependencies, manifest.devDependencies]) {
    for (const name of Object.keys(group ?? {})) {
      const folder = packages.get(name);
      if (!group || folder === undefined) continue;
      const link = await linkPackage(project, folder);
      group[name] = `${PROTOCOLS[manager]}:./${link}`;
      linked.push(name);
    }
  }
  await writeFile(path, `${JSON.stringify(manifest, null, 2)}\n`);
  return linked;
}

/** Packages that a project needs only during development. */
const FOR_DEVELOPMENT: ReadonlySet<string> = new Set([
  'mkt',
  'create-mkt',
  'mkt-marketplace',
  '@mkt/cli',
  '@mkt/marketplace',
  '@mkt/conformance',
]);

/**
 * Adds packages of this checkout to a project outside it, as `npm run packages` does. A project without
 * `package.json` gets one. Throws before anything is changed if there is no such package.
 */
export async function addFromWorkspace(
  project: string,
  names: readonly string[],
  { checkout, manager }: { checkout: string; manager: PackageManager },
): Promise<void> {
  const path = join(project, 'package.json');
  const damaged = (problem: string, cause?: unknown) =>
    new CliError('unreadable_input', `${path} ${problem}.`, { cause });
  const packages = await workspacePackages(checkout);
  const unknown = names.find((name) => !packages.has(name));
  if (unknown !== undefined) {
    const known = [...packages.keys()].toSorted();
    const message = `There is no package ${unknown}.${didYouMean(unknown, known)}`;
    throw new CliError('invalid_usage', message, { next: `The packages are ${known.join(', ')}.` });
  }
  const manifest: Dependent = (await readJsonObject(path, damaged)) ?? {
    private: true,
    type: 'module',
  };
  for (const name of names) {
    const link = await linkPackage(project, packages.get(name) ?? '');
    const spec = `${PROTOCOLS[manager]}:./${link}`;
    const has = [manifest.dependencies, manifest.devDependencies].find((group) => group?.[name]);
    if (has) has[name] = spec;
    else if (FOR_DEVELOPMENT.has(name)) (manifest.devDependencies ??= {})[name] = spec;
    else (manifest.dependencies ??= {})[name] = spec;
  }
  // The links work only on this machine.
  await writeFile(join(project, LINKED, '.gitignore'), '*\n');
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  await replaceFile(await linkTarget(path, project), Buffer.from(text), MANIFEST_MODE);
}

async function linkPackage(project: string, folder: string): Promise<string> {
  const manifest = await readManifest(join(folder, 'package.json'));
  const { name, version, bin, files = [], exports, publishConfig } = manifest;
  // With its scope: `@mkt/marketplace` and `mkt-marketplace` are two packages.
  const link = `${LINKED}/${name}`;
  await rm(join(project, link), { recursive: true, force: true });
  await mkdir(join(project, link), { recursive: true });
  for (const entry of files) {
    const target = join(folder, entry);
    if (existsSync(target)) {
      // On Windows a junction needs no special rights, unlike a symbolic link.
      await symlink(target, join(project, link, entry), 'junction');
    } else if (entry === 'dist') {
      throw new CliError('not_installed', `${name} is not built in this checkout.`, {
        next: 'Build it in the checkout: npm run build',
      });
    }
  }
  const own = {
    name,
    version,
    private: true,
    type: 'module',
    bin,
    exports: publishConfig?.exports ?? exports,
  };
  await writeFile(join(project, link, 'package.json'), `${JSON.stringify(own, null, 2)}\n`);
  return link;
}

/** The checkout's packages: name → folder. */
async function workspacePackages(checkout: string): Promise<Map<string, string>> {
  const root = join(checkout, 'packages');
  const packages = new Map<string, string>();
  for (const entry of await readdir(root)) {
    const folder = join(root, entry);
    if (!existsSync(join(folder, 'package.json'))) continue;
    packages.set((await readManifest(join(folder, 'package.json'))).name, folder);
  }
  return packages;
}

const readManifest = async (path: string): Promise<Manifest> =>
  // Only manifests of this repository and its templates are read.
  JSON.parse(await readFile(path, 'utf8')) as Manifest;
