import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isApiKey } from '@mkt/protocol';

/**
 * The key that a marketplace in dev mode keeps in its data folder, `.mkt`: in this folder, or in one
 * above it. Such a marketplace is on this machine, so callers send the key nowhere else.
 */
export async function findDevKey(
  folder: string,
): Promise<{ apiKey: string; path: string } | undefined> {
  for (let at = folder; ; at = dirname(at)) {
    const path = join(at, '.mkt', 'dev-key');
    const apiKey = (await readFile(path, 'utf8').catch(() => '')).trim();
    if (isApiKey(apiKey)) return { apiKey, path };
    if (dirname(at) === at) return undefined;
  }
}
