import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { platform } from 'node:os';
import { join } from 'node:path';
import { didYouMean } from '@mkt/protocol';
import { CliError, systemCode } from '../errors/cli-error.ts';
import { linkTarget, replaceFile } from '../store/files.ts';
import { readJsonObject } from '../store/read-json-object.ts';
import { Interrupted, type Shell } from '../terminal/shell.ts';

const KNOWN = ['npm', 'pnpm', 'yarn', 'bun'] as const;

export type PackageManager = (typeof KNOWN)[number];

/**
 * The package manager that started this program, otherwise npm. All of them set a variable such as
 * `pnpm/10.2.0 npm/? node/v24.21.0 linux x64` for the programs that they start.
 */
export function packageManagerOf({ npm_config_user_agent: agent }: Shell['env']): PackageManager {
  const name = agent?.split('/')[0];
  return KNOWN.find((each) => each === name) ?? 'npm';
}

/** A finished project. */
interface Started {
  folder: string;
  shell: Shell;
  /** A sentence with what the user types to do the same later, for errors. */
  next: string;
}

/**
 * Runs a command line of ours, such as `npm install`, in a project, and shows what it prints. Throws if
 * it fails, or if it was interrupted.
 */
export async function runInProject(line: string, { folder, shell, next }: Started): Promise<void> {
  shell.signal.throwIfAborted();
  const [program = '', ...args] = line.split(' ');
  // stdout is for data: everything is printed on stderr.
  const printed = descriptorOf(shell.stderr) ?? 'pipe';
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...shell.env },
    stdio: [descriptorOf(shell.stdin) ?? 'ignore', printed, printed],
    // Programs such as npm are .cmd files there, which only a shell starts.
    shell: platform() === 'win32',
  });
  child.stdout?.pipe(shell.stderr, { end: false });
  child.stderr?.pipe(shell.stderr, { end: false });
  const stop = () => {
    // Ctrl-C on a terminal reaches the child as well, and a second signal would end it at once.
    if (!(isCtrlC(shell.signal.reason) && shell.stdin.isTTY === true)) child.kill('SIGTERM');
  };
  shell.signal.addEventListener('abort', stop, { once: true });
  try {
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
    shell.signal.throwIfAborted();
    if (code !== 0) throw failed(`${line} ended with ${code ?? signal}.`, next);
  } catch (error) {
    if (error instanceof CliError || shell.signal.aborted) throw error;
    throw failed(`${line} cannot be started (${systemCode(error)}).`, next, error);
  } finally {
    shell.signal.removeEventListener('abort', stop);
  }
}

/** A child can use a stream of the process directly, and then it sees whether that is a terminal. */
const descriptorOf = (stream: object): number | undefined =>
  'fd' in stream && typeof stream.fd === 'number' ? stream.fd : undefined;

/** Whether a command was interrupted at the terminal, and not ended by another program. */
export const isCtrlC = (reason: unknown): boolean =>
  reason instanceof Interrupted && reason.exitCode === 130;

const failed = (message: string, next: string, cause?: unknown) =>
  new CliError('command_failed', message, { next, cause });

/**
 * How a manifest links to a folder: pnpm and yarn copy a `file:` dependency, and npm does not know
 * `link:`.
 */
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
