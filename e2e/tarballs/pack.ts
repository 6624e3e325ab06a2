import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PNPM, ROOT } from '../../scripts/install.mjs';

export interface Manifest {
  name: string;
  private?: boolean;
  version: string;
  exports?: Record<string, unknown>;
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
  [field: string]: unknown;
}

export interface Tarball {
  /** The tarball itself. */
  data: Uint8Array<ArrayBuffer>;
  /** The folder into which it is unpacked. */
  folder: string;
  /** The published manifest, which is not the one in the repository. */
  manifest: Manifest;
}

const run = promisify(execFile);

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** The names of all published packages. */
export function packageNames(): string[] {
  const packages = join(ROOT, 'packages');
  return readdirSync(packages)
    .map((name) => join(packages, name))
    .filter((folder) => existsSync(join(folder, 'package.json')))
    .map(readManifest)
    .filter((manifest) => !manifest.private)
    .map(({ name }) => name);
}

/** Packs every package as `pnpm publish` does, and unpacks it below `to`. */
export async function packAll(to: string): Promise<Map<string, Tarball>> {
  const published = packageNames().flatMap((name) => ['--filter', name]);
  const packing = ['-r', ...published, 'pack', '--pack-destination', to];
  await run('npx', ['--yes', '--prefer-offline', PNPM, ...packing], { cwd: ROOT });
  const files = readdirSync(to).filter((name) => name.endsWith('.tgz'));
  const tarballs = files.map(async (name): Promise<[string, Tarball]> => {
    const file = join(to, name);
    const unpacked = join(to, name.replace(/\.tgz$/, ''));
    await mkdir(unpacked);
    await run('tar', ['-xzf', file, '-C', unpacked]);
    const folder = join(unpacked, 'package');
    const manifest = readManifest(folder);
    return [manifest.name, { data: new Uint8Array(await readFile(file)), folder, manifest }];
  });
  return new Map(await Promise.all(tarballs));
}
