// Installs what the lock file lists, with pnpm from the registry, unless it is already installed.
// Runs on any Node ≥ 20 with nothing installed, so it imports nothing but Node.
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
export const PNPM = 'pnpm@12.21.0';
const BIN = join(ROOT, 'node_modules', '.bin');
const STAMP = join(ROOT, 'node_modules', '.installed');

/** What an installation depends on. */
function fingerprint() {
  const hash = createHash('sha256');
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json']) {
    hash.update(readFileSync(join(ROOT, file)));
  }
  return `${PNPM} ${process.platform} ${process.arch} ${hash.digest('hex')}\n`;
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

/** Installs if needed; the output is shown only when it fails. */
export async function install() {
  if (isInstalled()) return false;
  // --prefer-offline: without it every run contacts the registry, which takes 70 s without a
  // network.
  const args = ['--yes', '--prefer-offline', PNPM, 'install', '--frozen-lockfile'];
  try {
    await promisify(execFile)('npx', args, { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 });
  } catch (error) {
    process.stderr.write(`${error.stdout ?? ''}${error.stderr ?? ''}`);
    throw new Error('The installation failed; see the output of pnpm above.', { cause: error });
  }
  writeFileSync(STAMP, fingerprint());
  return true;
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
