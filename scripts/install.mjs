// Installs what the lock files list, first pnpm and then everything else, unless it is already installed,
// and generates the code that is not checked in.
// Runs on any Node ≥ 20 with nothing installed, so it imports nothing but Node.
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isCodeFresh } from './code-stamp.mjs';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
/** Has the lock file of npm with the hashes of pnpm, which checks those of everything else. */
const PNPM_FOLDER = join(ROOT, 'scripts', 'pnpm');
const BIN = join(ROOT, 'node_modules', '.bin');
const STAMP = join(ROOT, 'node_modules', '.installed');

const PNPM_LOCK = join('scripts', 'pnpm', 'package-lock.json');

/** What an installation depends on. */
function fingerprint() {
  const hash = createHash('sha256');
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json', PNPM_LOCK]) {
    hash.update(readFileSync(join(ROOT, file)));
  }
  return `${process.platform} ${process.arch} ${hash.digest('hex')}\n`;
}

function isInstalled() {
  const bins = ['node', 'tsup', 'vitest'];
  return (
    existsSync(STAMP) &&
    readFileSync(STAMP, 'utf8') === fingerprint() &&
    bins.every((name) => existsSync(join(BIN, name)))
  );
}

/** The environment in which the workspace's own Node and tools come first. */
export function toolEnvironment(more = {}) {
  return { ...process.env, PATH: `${BIN}${delimiter}${process.env.PATH ?? ''}`, ...more };
}

export const NODE = join(BIN, 'node');

/** Runs a program whose output is shown only when it fails. */
async function runQuietly(program, args, cwd) {
  try {
    await promisify(execFile)(program, args, { cwd, maxBuffer: 64 * 1024 * 1024 });
  } catch (error) {
    process.stderr.write(`${error.stdout ?? ''}${error.stderr ?? ''}`);
    throw new Error('The installation failed; see the output above.', { cause: error });
  }
}

/** The pnpm of this repository, installed if needed. */
export async function pnpm() {
  const lock = readFileSync(join(ROOT, PNPM_LOCK), 'utf8');
  // Written last, so that an installation that was interrupted is repeated.
  const stamp = join(PNPM_FOLDER, 'node_modules', '.installed');
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lock) {
    // --prefer-offline: without it npm contacts the registry, which takes 70 s without a network.
    const args = ['ci', '--prefer-offline', '--no-audit', '--no-fund'];
    await runQuietly('npm', args, PNPM_FOLDER);
    writeFileSync(stamp, lock);
  }
  return join(PNPM_FOLDER, 'node_modules', '.bin', 'pnpm');
}

/** Generates the code that is not checked in, if it is missing or stale. */
export async function generateCode() {
  if (isCodeFresh(ROOT)) return;
  const code = await run('node', ['--conditions=mkt-source', 'scripts/generate-code.mjs']);
  if (code !== 0) throw new Error('The code could not be generated; see the output above.');
}

/** Installs if needed; afterwards the code that is generated is there too. */
export async function install() {
  if (!isInstalled()) {
    const args = ['install', '--frozen-lockfile'];
    await runQuietly(await pnpm(), args, ROOT);
    writeFileSync(STAMP, fingerprint());
  }
  await generateCode();
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a program of the workspace and returns its exit code. It passes signals on, because npm does
 * not, and the program would keep running.
 */
export function run(command, args, options = {}) {
  const child = spawn(command, args, {
    cwd: ROOT,
    stdio: 'inherit',
    ...options,
    env: toolEnvironment(options.env),
  });
  const forward = (signal) => child.kill(signal);
  for (const signal of SIGNALS) process.on(signal, forward);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      for (const each of SIGNALS) process.off(each, forward);
      resolve(signal ? 128 : (code ?? 1));
    });
  });
}
