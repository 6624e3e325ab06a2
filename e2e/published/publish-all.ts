import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { pnpm, ROOT } from '../../scripts/install.mjs';
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
  await run(await pnpm(), publishCommand(toRegistry(registry.url)), {
    cwd: ROOT,
    maxBuffer: 64 * 1024 * 1024,
  });
  return registry;
}
