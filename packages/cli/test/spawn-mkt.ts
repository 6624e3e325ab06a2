// Runs the program as a separate process.
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/**
 * The arguments with which Node runs the program: from its sources, or as a lane has built it, which starts
 * a marketplace with half the processor time.
 */
export const MKT: readonly string[] =
  process.env['MKT_TEST_BUILT'] === undefined
    ? ['--conditions=mkt-source', pathOf('./main-from-source.ts')]
    : [pathOf('../bin/mkt.js')];

export interface Spawned {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface SpawnOptions {
  env?: Record<string, string>;
  cwd?: string;
  stdin?: string;
  nodeArgs?: readonly string[];
}

const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
/** The minimum to start a process, without the developer's own settings. */
export const BARE = { PATH, NODE_COMPILE_CACHE, NO_COLOR: '1' };

export function startMkt(
  argv: readonly string[],
  { env = {}, cwd = process.cwd(), nodeArgs = [] }: SpawnOptions = {},
): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [...nodeArgs, ...MKT, ...argv], {
    cwd,
    env: { ...BARE, ...env },
  });
}

/** Starts a marketplace in dev mode on a free port; its first line on stdout is JSON. */
export const startServe = (dataFolder: string): ChildProcessWithoutNullStreams =>
  startMkt(['marketplace', 'serve', '--dev', '--port', '0', '--data', dataFolder, '--json']);

export async function spawnMkt(
  argv: readonly string[],
  options: SpawnOptions = {},
): Promise<Spawned> {
  const child = startMkt(argv, options);
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString('utf8')));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString('utf8')));
  child.stdin.end(options.stdin ?? '');
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
}
