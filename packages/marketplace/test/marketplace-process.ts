import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { createApi, type Api } from '../../../test-bed/api.ts';
import {
  CURRENT,
  readyLineOf,
  runToCompletion,
  spawnMarketplace,
  type Finished,
} from '../../../test-bed/marketplace-process.ts';

type Environment = Record<string, string>;

/** Runs a command of `mkt-marketplace` to its end. */
export const runMarketplace = (args: readonly string[], env: Environment = {}): Promise<Finished> =>
  runToCompletion(args, { env, program: CURRENT });

export interface MarketplaceProcess {
  /** As the account of dev mode. */
  api: Api;
  baseUrl: string;
  pid: number;
  signal(signal: NodeJS.Signals): void;
  /** Sends the signal, and returns the exit code: null if the signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** The arguments of a marketplace in dev mode on a free port. */
export const serveArgs = (...more: string[]) => [
  'serve',
  '--dev',
  '--json',
  '--port',
  '0',
  ...more,
];

/** Starts a marketplace in dev mode; it ends with the test. */
export async function startMarketplace(
  args: readonly string[],
  env: Environment = {},
): Promise<MarketplaceProcess> {
  const child = spawnMarketplace(serveArgs(...args), { env, program: CURRENT });
  const ended = once(child, 'close') as Promise<[number | null]>;
  async function end(signal: NodeJS.Signals): Promise<number | null> {
    child.kill(signal);
    const [code] = await ended;
    return code;
  }
  onTestFinished(async () => void (await end('SIGKILL')));
  const stderr: Buffer[] = [];
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
  const { baseUrl, devApiKey, pid } = await readyLineOf(child).catch((error: unknown) => {
    throw new Error(`${String(error)}\n${Buffer.concat(stderr).toString()}`);
  });
  const signal = (name: NodeJS.Signals) => void child.kill(name);
  return { api: createApi(baseUrl, devApiKey), baseUrl, pid, signal, end };
}
