import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pack as packTar } from 'tar-stream';
import type { Manifest } from './manifest.ts';

export interface InstalledPackages {
  /** Every installed version of a package, oldest first. */
  versionsOf(name: string): Manifest[];
  /** The files of one version as npm unpacks them; undefined if it is not installed. */
  tarballOf(name: string, version: string): Promise<Buffer> | undefined;
}

const numbersOf = ({ version }: Manifest) => version.split(/[.-]/).map(Number);

function byVersion(a: Manifest, b: Manifest): number {
  const [left, right] = [numbersOf(a), numbersOf(b)];
  const at = left.findIndex((number, index) => number !== right[index]);
  return at === -1 ? 0 : (left[at] ?? 0) - (right[at] ?? 0);
}

/**
 * The third-party packages of a workspace, as a registry would have them, so that a project can be
 * installed without a network. pnpm keeps each version in `.pnpm/<name>@<version>[_<peers>]`.
 */
export function readInstalledPackages(root: string): InstalledPackages {
  const store = join(root, 'node_modules', '.pnpm');
  const folders = new Map<string, Map<string, string>>();
  for (const entry of readdirSync(store)) {
    const [, name = '', version = ''] = /^(@?[^@]+)@([^_(]+)/.exec(entry) ?? [];
    const original = name.replace('+', '/');
    const folder = join(store, entry, 'node_modules', original);
    // Platforms for which nothing was installed have no folder.
    if (!existsSync(join(folder, 'package.json'))) continue;
    const versions = folders.get(original) ?? new Map<string, string>();
    folders.set(original, versions.set(version, folder));
  }
  const folderOf = (name: string, version: string) => folders.get(name)?.get(version);
  return {
    versionsOf: (name) =>
      [...(folders.get(name)?.values() ?? [])]
        .map((folder): Manifest => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
        .toSorted(byVersion),
    tarballOf(name, version) {
      const folder = folderOf(name, version);
      return folder === undefined ? undefined : tarballOfFolder(folder);
    },
  };
}

/** Not compressed, which npm accepts: the bytes only cross loopback. */
async function tarballOfFolder(folder: string): Promise<Buffer> {
  const tar = packTar();
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    // What pnpm adds to the folder of a package, such as `node_modules/.bin`.
    .filter((path) => !path.startsWith(join(folder, 'node_modules')));
  for (const path of files) {
    const name = `package/${path.slice(folder.length + 1)}`;
    tar.entry({ name, mode: statSync(path).mode }, readFileSync(path));
  }
  tar.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of tar) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
