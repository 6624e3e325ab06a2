import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isApiKey } from '@mkt/protocol';
import { isLoopback } from './loopback.ts';

export interface DevKey {
  apiKey: string;
  path: string;
  /** Where the marketplace listened when it was last started, if that is on this machine. */
  baseUrl: string | undefined;
}

const textOf = async (path: string) => (await readFile(path, 'utf8').catch(() => '')).trim();

async function addressIn(folder: string): Promise<string | undefined> {
  const address = await textOf(join(folder, 'dev-address'));
  return address !== '' && isLoopback(address) ? address : undefined;
}

/**
 * The key and the address that a marketplace in dev mode keeps in its data folder, `.mkt`: in this
 * folder, or in one above it. Such a marketplace is on this machine, so callers send the key nowhere
 * else.
 */
export async function findDevKey(folder: string): Promise<DevKey | undefined> {
  for (let at = folder; ; at = dirname(at)) {
    const path = join(at, '.mkt', 'dev-key');
    const apiKey = await textOf(path);
    if (isApiKey(apiKey)) return { apiKey, path, baseUrl: await addressIn(dirname(path)) };
    if (dirname(at) === at) return undefined;
  }
}
