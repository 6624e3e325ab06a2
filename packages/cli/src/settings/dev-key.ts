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

/**
 * The key and the address that a marketplace in dev mode keeps in its data folder, `.mkt`: in this
 * folder, or in one above it. Such a marketplace is on this machine, so callers send the key nowhere
 * else.
 */
export async function findDevKey(folder: string): Promise<DevKey | undefined> {
  for (let at = folder; ; at = dirname(at)) {
    const path = join(at, '.mkt', 'dev-key');
    const [apiKey, address] = await Promise.all([
      textOf(path),
      textOf(join(at, '.mkt', 'dev-address')),
    ]);
    // Without an address the marketplace has never listened, as when its port was taken.
    if (isApiKey(apiKey) && address !== '') {
      return { apiKey, path, baseUrl: isLoopback(address) ? address : undefined };
    }
    if (dirname(at) === at) return undefined;
  }
}
