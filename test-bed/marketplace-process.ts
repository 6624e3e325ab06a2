import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url));

type Program = readonly [command: string, ...args: string[]];

const BUILT: Program = [process.execPath, pathOf('../packages/marketplace/bin/mkt-marketplace.js')];

/**
 * The program of these sources, for tests that also run without a build. A lane builds it before its tests:
 * what is built starts with half the processor time.
 */
export const CURRENT: Program =
  process.env['MKT_TEST_BUILT'] === undefined
    ? [process.execPath, '--conditions=mkt-source', pathOf('./marketplace-from-source.ts')]
    : BUILT;

/**
 * The built program of this checkout, as a user would start it, unless `MKT_ACCEPTANCE_COMMAND`
 * names another one, such as that of an installed package.
 */
const TESTED = (process.env['MKT_ACCEPTANCE_COMMAND']?.split(' ') ?? BUILT) as [
  string,
  ...string[],
];

export interface SpawnOptions {
  env?: Record<string, string>;
  cwd?: string;
  program?: Program;
}

/** The variables that programs need, and none that could configure the marketplace by accident. */
function cleanEnvironment(more: Record<string, string>): Record<string, string> {
  const kept = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'SystemRoot', 'NODE_COMPILE_CACHE'];
  const own = kept.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(own), ...more };
}

/** The running processes, which are killed at exit even if a test was aborted. */
const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts `mkt-marketplace` in its own process. */
export function spawnMarketplace(args: readonly string[], options: SpawnOptions = {}) {
  const { env = {}, cwd, program: [command, ...first] = TESTED } = options;
  const child = spawn(command, [...first, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd,
    env: cleanEnvironment(env),
  });
  running.add(child);
  child.once('close', () => running.delete(child));
  return child;
}

export function collect(stream: Readable): () => string {
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString('utf8');
}

export interface Finished {
  /** Null if it was killed. */
  code: number | null;
  stdout: string;
  stderr: string;
}

const ENDED_WITHIN_MS = 60_000;

/** Runs a command until it exits; kills it after a minute. */
export async function runToCompletion(
  args: readonly string[],
  options?: SpawnOptions,
): Promise<Finished> {
  const child = spawnMarketplace(args, options);
  const stdout = collect(child.stdout);
  const stderr = collect(child.stderr);
  const timer = setTimeout(() => child.kill('SIGKILL'), ENDED_WITHIN_MS);
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(timer);
  return { code, stdout: stdout(), stderr: stderr() };
}

/** The line that `serve --json` prints when it is ready. */
export interface ReadyLine {
  event: string;
  baseUrl: string;
  dashboardUrl: string;
  /** In dev mode. */
  devApiKey?: string;
  pid: number;
}

/** Resolves when a server is ready; rejects if it ends before. */
export async function readyLineOf(child: ReturnType<typeof spawnMarketplace>): Promise<ReadyLine> {
  const lines = createInterface({ input: child.stdout });
  const ended = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`The server ended before it was ready (${code ?? signal}).`);
  });
  // It may also end later, when nothing awaits this promise.
  ended.catch(() => undefined);
  const [line] = (await Promise.race([once(lines, 'line'), ended])) as [string];
  return JSON.parse(line) as ReadyLine;
}
