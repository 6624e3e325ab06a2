import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { platform } from 'node:os';
import { delimiter, dirname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { isTrustedCode } from '../store/owner.ts';
import type { Output } from '../terminal/output.ts';
import type { Shell } from '../terminal/shell.ts';
import { quoteArgument } from '../terminal/text.ts';
import { packageManagerOf } from './link-workspace.ts';
import { findTemplate } from './templates.ts';
import { findCheckout } from './write-project.ts';

const TIMEOUT_MS = 5_000;
const PROGRAM = platform() === 'win32' ? 'node.exe' : 'node';

/**
 * A sentence about the Node with which the commands of a project will run, if it is older than the
 * project needs: `npx mkt` runs on the Node of its own installation, which other folders do not have.
 */
export async function oldNodeIn(folder: string, env: Shell['env']): Promise<string | undefined> {
  const needed = await neededBy(folder);
  if (needed === undefined) return undefined;
  const found = await versionIn(folder, env);
  if (found === undefined || !isOlder(found, needed)) return undefined;
  return `The service needs Node ${needed} or newer, but this folder gets ${found}. ${howToGoOn()}`;
}

/** The version in the manifest's `engines`, which is of the form `>=22.22.2`. */
async function neededBy(folder: string): Promise<string | undefined> {
  const path = join(folder, 'package.json');
  if (!existsSync(path)) return undefined;
  // A manifest of our templates.
  const { engines } = JSON.parse(await readFile(path, 'utf8')) as { engines?: { node?: string } };
  return /^>=(\d+\.\d+\.\d+)$/.exec(engines?.node ?? '')?.[1];
}

/** The version of the Node that a package manager's scripts run with; `undefined` if there is none. */
async function versionIn(folder: string, env: Shell['env']): Promise<string | undefined> {
  const program =
    binsAbove(folder).map(programIn).find(isTrustedCode) ??
    ownPath(env).map(programIn).find(existsSync);
  if (program === undefined) return undefined;
  try {
    const { stdout } = await promisify(execFile)(program, ['--version'], { timeout: TIMEOUT_MS });
    return /^v(\d+\.\d+\.\d+)/.exec(stdout)?.[1];
  } catch {
    return undefined;
  }
}

const programIn = (folder: string) => join(folder, PROGRAM);

/** The folders that npm puts before the PATH of scripts. */
function binsAbove(folder: string): string[] {
  const above = dirname(folder);
  const own = join(folder, 'node_modules', '.bin');
  return above === folder ? [own] : [own, ...binsAbove(above)];
}

/** The PATH of the terminal: without the folders that npm put before it for this process, `node-gyp-bin` last. */
function ownPath({ PATH = '' }: Shell['env']): string[] {
  const all = PATH.split(delimiter);
  const lastOfNpm = all.findLastIndex((path) => /[\\/]node-gyp-bin$/.test(path));
  return all.slice(lastOfNpm + 1).filter((path) => path !== '');
}

function isOlder(version: string, needed: string): boolean {
  const [parts, wanted] = [version, needed].map((text) => text.split('.').map(Number));
  const at = wanted?.findIndex((part, index) => part !== parts?.[index]) ?? -1;
  return at !== -1 && (parts?.[at] ?? 0) < (wanted?.[at] ?? 0);
}

/** A clone of the repository has its own Node. */
function howToGoOn(): string {
  const install = 'Install it from https://nodejs.org';
  const checkout = findCheckout();
  const bin = join(checkout ?? '', 'node_modules', '.bin');
  if (checkout === undefined || platform() === 'win32' || !existsSync(join(bin, PROGRAM))) {
    return `${install}.`;
  }
  return `${install}, or in each terminal use that of the clone: export PATH=${quoteArgument(bin)}:"$PATH"`;
}

/** What the user types after `mkt init`, one command line each. */
interface NextCommands {
  /** `cd` into the project; missing if it is the current folder. */
  enter: string | undefined;
  install: string | undefined;
  start: string;
  /** Whether `mkt dev` runs it. */
  runsInDev: boolean;
}

export function nextCommands({
  folder,
  template,
  cwd,
  env,
}: {
  folder: string;
  template: string;
  cwd: string;
  env: Shell['env'];
}): NextCommands {
  const { startCommand, runsInDev = true } = findTemplate(template);
  const manager = packageManagerOf(env);
  const path = shownPath(cwd, folder);
  return {
    enter: path === '' ? undefined : `cd ${quoteArgument(path)}`,
    install: startCommand === undefined ? `${manager} install` : undefined,
    start: startCommand ?? `${manager} run dev`,
    runsInDev,
  };
}

/** The path of the project from the current folder; the whole path if it is not below that, empty if it is that. */
export function shownPath(cwd: string, folder: string): string {
  const path = relative(cwd, folder);
  return path.split(sep)[0] === '..' ? folder : path;
}

const MARKETPLACE = 'npx mkt marketplace serve --dev';

/**
 * Prints the steps that remain. Usually `mkt dev` does all; otherwise, and beside a service that is about
 * to be started, one terminal each.
 */
export function showSteps(
  output: Output,
  steps: {
    commands: NextCommands;
    /** Addresses of the services. */
    serviceUrls: readonly string[];
    /** What to know about the Node of the folder before the steps. */
    oldNode: string | undefined;
    isInstalled: boolean;
    isStarting: boolean;
  },
): void {
  const { enter, install, start, runsInDev } = steps.commands;
  const { serviceUrls } = steps;
  const show = (purpose: string, ...commands: (string | undefined)[]) => {
    output.line(purpose);
    for (const line of commands) if (line !== undefined) output.line(`  ${line}`);
  };
  const inOneLine = (...parts: (string | undefined)[]) =>
    parts.filter((part) => part !== undefined && part !== '').join(' && ');
  if (steps.oldNode !== undefined) output.warn(steps.oldNode);
  const prepare = inOneLine(enter, steps.isInstalled ? undefined : install);
  const publish = serviceUrls.map((url) => `npx mkt publish --service-url ${url}`);
  const { origin } = new URL(serviceUrls[0] ?? 'http://localhost');
  if (!steps.isStarting && runsInDev) {
    show(
      `Start it on ${origin}, and sell it on a local marketplace:`,
      prepare === '' ? undefined : prepare,
      'npx mkt dev',
    );
    if (publish.length > 1) show('To sell them on another marketplace:', ...publish);
    return;
  }
  if (!steps.isStarting) show(`Start it, on ${origin}:`, inOneLine(prepare, start));
  show('In a second terminal, start a marketplace on this machine:', inOneLine(enter, MARKETPLACE));
  show('In a third, sell it:', enter, ...publish);
}
