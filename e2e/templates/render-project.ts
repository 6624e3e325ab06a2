// A project as `mkt init` creates it. Instead of installing its packages from a registry, it links those
// of this workspace and what e2e/templates depends on.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { closedAddress } from '../../test-bed/local-server.ts';
import { OWN_PACKAGES } from '../../test-bed/own-programs.ts';

const ROOT = join(import.meta.dirname, '../..');
/** `mkt`, from its sources or as a lane has built it. */
export const MKT = join(
  ROOT,
  OWN_PACKAGES.length === 0 ? 'packages/cli/bin/mkt.js' : 'packages/cli/test/main-from-source.ts',
);

/** Would end a string literal, or the program, if it were not escaped. */
export const TITLE = `Bob's "best" \\ API`;
export const PRICE = 0.05;

export interface Ran {
  stdout: string;
  stderr: string;
}

export interface RenderedProject extends AsyncDisposable {
  folder: string;
  /** Nothing listens there until the project is started. */
  port: number;
  url: string;
  /** The environment of its commands. */
  env: NodeJS.ProcessEnv;
  /** Runs a program in its folder. Rejects if it fails. */
  run(program: string, ...args: string[]): Promise<Ran>;
  /** Runs `mkt` in its folder. */
  mkt(args: readonly string[], env?: Record<string, string>): Promise<Ran>;
}

export interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  engines?: { node?: string };
}

/** `mkt init --template <template>`, with a title, a price and a port, and further options. */
export async function renderProject(
  template: string,
  options: readonly string[] = [],
): Promise<RenderedProject> {
  const parent = await mkdtemp(join(tmpdir(), 'mkt template '));
  const folder = join(parent, 'bobs-best-api');
  const { port } = await closedAddress();
  const env = projectEnvironment();
  const runIn = (cwd: string, more: Record<string, string> = {}) => {
    const inFolder = { cwd, env: { ...env, ...more } };
    return (program: string, ...args: string[]) => promisify(execFile)(program, args, inFolder);
  };
  const fixed = ['--title', TITLE, '--price', String(PRICE), '--port', String(port)];
  const argv = ['init', folder, '--template', template, ...fixed, ...options];
  await runIn(parent)(process.execPath, MKT, ...argv);
  await linkPackages(folder);
  return {
    folder,
    port,
    url: `http://localhost:${port}`,
    env,
    run: runIn(folder),
    mkt: (args, more) => runIn(folder, more)(process.execPath, MKT, ...args),
    [Symbol.asyncDispose]: () => rm(parent, { recursive: true, force: true }),
  };
}

export async function readManifest(folder: string): Promise<Manifest> {
  const path = join(folder, 'package.json');
  return existsSync(path) ? (JSON.parse(await readFile(path, 'utf8')) as Manifest) : {};
}

/** Links what `npm install` would install. */
export async function linkPackages(folder: string): Promise<void> {
  const { dependencies, devDependencies } = await readManifest(folder);
  for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
    const installed = join(import.meta.dirname, 'node_modules', name);
    if (!existsSync(installed)) {
      throw new Error(`${name} is not installed: add it to e2e/templates/package.json.`);
    }
    const link = join(folder, 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(installed, link);
  }
}

/** That of a developer's shell: without what vitest and CI set for themselves. */
export function projectEnvironment(): NodeJS.ProcessEnv {
  const { FORCE_COLOR: _, NODE_COMPILE_CACHE, PATH = '', HOME = '' } = process.env;
  const bins = ['node_modules/.bin', 'e2e/templates/node_modules/.bin'];
  return {
    HOME,
    NODE_COMPILE_CACHE,
    PATH: [...bins.map((bin) => join(ROOT, bin)), PATH].join(':'),
    NODE_OPTIONS: OWN_PACKAGES.join(' '),
  };
}
