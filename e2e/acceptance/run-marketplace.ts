import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { databaseSettings } from './databases.ts';
import { withSlot } from './process-slots.ts';

const BIN = fileURLToPath(
  new URL('../../packages/marketplace/bin/mkt-marketplace.js', import.meta.url),
);

/**
 * What is tested: the built program of this checkout, unless `MKT_ACCEPTANCE_COMMAND` names
 * another, such as that of an installed package.
 */
const [PROGRAM = process.execPath, ...FIRST_ARGS] = process.env['MKT_ACCEPTANCE_COMMAND']?.split(
  ' ',
) ?? [process.execPath, BIN];

/** What the machine needs, and nothing that could set the marketplace up by accident. */
function cleanEnvironment(more: Record<string, string>): Record<string, string> {
  const kept = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'SystemRoot'];
  const own = kept.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(own), ...more };
}

export interface CommandOptions {
  env?: Record<string, string>;
  cwd?: string;
}

/** What still runs; nothing is left behind when a test did not come to its end. */
const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts `mkt-marketplace` as a user would: the built program in a process of its own. */
export function spawnMarketplace(args: readonly string[], options: CommandOptions = {}) {
  const child = spawn(PROGRAM, [...FIRST_ARGS, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: options.cwd,
    env: cleanEnvironment(options.env ?? {}),
  });
  running.add(child);
  child.once('close', () => running.delete(child));
  return child;
}

export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

const ENDED_WITHIN_MS = 30_000;

/** Runs a command to its end; one that is still there after half a minute is killed: code null. */
export const runMarketplace = (
  args: readonly string[],
  options: CommandOptions = {},
): Promise<Finished> => withSlot(() => runToItsEnd(args, options));

async function runToItsEnd(args: readonly string[], options: CommandOptions): Promise<Finished> {
  const env = { ...(await databaseSettings(args)), ...options.env };
  const child = spawnMarketplace(args, { ...options, env });
  const stdout = collect(child.stdout);
  const stderr = collect(child.stderr);
  const timer = setTimeout(() => child.kill('SIGKILL'), ENDED_WITHIN_MS);
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(timer);
  return { code, stdout: stdout(), stderr: stderr() };
}

export function collect(stream: NonNullable<ChildProcess['stdout']>): () => string {
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString('utf8');
}
