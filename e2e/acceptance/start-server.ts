import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  collect,
  readyLineOf,
  spawnMarketplace,
  type Finished,
  type ReadyLine,
} from '../../test-bed/marketplace-process.ts';
import { databaseSettings } from './databases.ts';
import { withSlot } from './process-slots.ts';
import { runMarketplace } from './run-marketplace.ts';

export interface ServerOptions {
  /** `false` starts it outside dev mode. */
  dev?: boolean;
  /** The folder of an earlier server; by default a new one. */
  dataDir?: string;
  args?: readonly string[];
  env?: Record<string, string>;
}

export interface Server {
  ready: ReadyLine;
  baseUrl: string;
  dataDir: string;
  stdout(): string;
  stderr(): string;
  /** Runs a command of `mkt-marketplace` with the server's environment. */
  run(args: readonly string[], env?: Record<string, string>): Promise<Finished>;
  /** Stops the server. Returns its exit code, or null if the signal killed it. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

const READY_WITHIN_MS = 60_000;
/** Longer than the documented drain: 30 s for a call, and some margin. */
const STOPPED_WITHIN_MS = 60_000;

export const newDataDir = () => mkdtemp(join(tmpdir(), 'mkt-acceptance-'));
export const removeDataDir = (folder: string) => rm(folder, { recursive: true, force: true });

/** Starts `mkt-marketplace serve` on a free port and resolves when it reports that it is ready. */
export const startServer = (options: ServerOptions = {}): Promise<Server> =>
  withSlot(() => start(options));

async function start(options: ServerOptions): Promise<Server> {
  const { dev = true, env = {}, args = [] } = options;
  const dataDir = options.dataDir ?? (await newDataDir());
  const mode = dev ? ['--dev'] : [];
  const command = ['serve', ...mode, '--port', '0', '--data', dataDir, '--json', ...args];
  const database = await databaseSettings(command);
  const child = spawnMarketplace(command, { env: { ...database, ...env } });
  const stdout = collect(child.stdout);
  const stderr = collect(child.stderr);
  const ended = once(child, 'close') as Promise<[number | null]>;
  const timer = setTimeout(() => child.kill('SIGKILL'), READY_WITHIN_MS);
  const ready = await readyLineOf(child).catch((error: unknown) => {
    throw new Error(`${String(error)}\n${stdout()}${stderr()}`);
  });
  clearTimeout(timer);
  return {
    ready,
    baseUrl: ready.baseUrl.replace(/\/$/, ''),
    dataDir,
    stdout,
    stderr,
    run: (command, more = {}) => runMarketplace(command, { env: { ...env, ...more } }),
    async stop(signal = 'SIGTERM') {
      const guard = setTimeout(() => child.kill('SIGKILL'), STOPPED_WITHIN_MS);
      child.kill(signal);
      const [code] = await ended;
      clearTimeout(guard);
      return code;
    },
  };
}
