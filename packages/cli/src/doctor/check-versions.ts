import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { versions } from 'node:process';
import { isObject } from '@mkt/protocol';
import { version } from '../this-package.ts';
import { advice, passed, skipped, type Finding } from './finding.ts';

/** The versions of what runs here. An older Node than `mkt` needs does not get this far. */
export async function checkVersions(cwd: string): Promise<Finding[]> {
  return [passed('node', versions.node), passed('mkt', version()), await checkSellerKit(cwd)];
}

async function checkSellerKit(cwd: string): Promise<Finding> {
  const kit = await installedVersion('@mkt/seller-kit', cwd);
  if (kit === undefined) return skipped('seller-kit', 'is not installed in this folder');
  const own = version();
  if (isCompatible(kit, own)) return passed('seller-kit', kit);
  return advice(
    'seller-kit',
    `${kit} was not made for mkt ${own}`,
    `npm install @mkt/seller-kit@${own}`,
  );
}

/** Whether two versions are alike in what semantic versioning calls breaking. */
export function isCompatible(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => {
    const [major, minor] = text.split('.');
    return major === '0' ? `0.${minor}` : major;
  });
  return a === b;
}

/** The version of a package in the nearest `node_modules` that has it. */
async function installedVersion(name: string, folder: string): Promise<string | undefined> {
  try {
    const manifest: unknown = JSON.parse(
      await readFile(join(folder, 'node_modules', name, 'package.json'), 'utf8'),
    );
    const found = isObject(manifest) ? manifest['version'] : undefined;
    return typeof found === 'string' ? found : undefined;
  } catch {
    const parent = dirname(folder);
    return parent === folder ? undefined : await installedVersion(name, parent);
  }
}
