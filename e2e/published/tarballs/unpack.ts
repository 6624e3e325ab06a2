import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../../scripts/install.mjs';
import { publishedPackages } from '../../../scripts/packages/release-problems.mjs';
import type { Manifest } from '../registry/manifest.ts';

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

/** The names of all packages that are published. */
export const packageNames = (): string[] =>
  publishedPackages(ROOT).map(({ manifest }) => manifest.name);

/** Downloads the latest version of a package from a registry, and unpacks it below `to`. */
export async function unpack(registry: string, name: string, to: string): Promise<Tarball> {
  const described = await fetch(`${registry}/${name.replace('/', '%2f')}`);
  const { 'dist-tags': tags, versions } = (await described.json()) as {
    'dist-tags': { latest: string };
    versions: Record<string, { dist: { tarball: string } }>;
  };
  const response = await fetch(versions[tags.latest]?.dist.tarball ?? '');
  const data = new Uint8Array(await response.arrayBuffer());
  const unpacked = join(to, name.replace('/', '+'));
  await mkdir(unpacked);
  await writeFile(`${unpacked}.tgz`, data);
  await run('tar', ['-xzf', `${unpacked}.tgz`, '-C', unpacked]);
  const folder = join(unpacked, 'package');
  return { data, folder, manifest: readManifest(folder) };
}
