import { join } from 'node:path';
import { readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import type { Client } from '@mkt/client';
import { isSameAddress } from './market-name.ts';
import { readProjectFile } from './project-file.ts';
import { projectListings } from './project-listings.ts';
import type { Settings } from './settings.ts';
import type { Shell } from '../terminal/shell.ts';

/** A project sells a handful of listings; each costs a request. */
const MAX_LOOKUPS = 20;

interface Project {
  client(): Promise<Client>;
  settings(): Promise<Settings>;
  shell: Pick<Shell, 'cwd' | 'signal'>;
}

/**
 * The listing whose secret a variable of a `.env` file has, in words, when it is not the one just
 * received: one that the project sells here according to `mkt.json`, or at another marketplace.
 */
export async function ownerOfSecret(
  { path, variable }: { path: string; variable: string },
  project: Project,
): Promise<string> {
  const client = await project.client();
  const { cwd, signal } = project.shell;
  const value = parseEnv(await readFile(path, 'utf8').catch(() => ''))[variable] ?? '';
  const secrets = new Set(value.split(',').map((part) => part.trim()));
  const place = { ...(await project.settings()), baseUrl: client.baseUrl };
  const ids = await projectListings(cwd, place)
    .all()
    .catch(() => []);
  for (const id of ids.slice(0, MAX_LOOKUPS)) {
    try {
      const { slug, secret } = await client.providers.signingSecret(id, { signal, retries: 0 });
      if (secrets.has(secret)) return slug;
    } catch {
      signal.throwIfAborted();
    }
  }
  const elsewhere = await otherMarkets(cwd, client.baseUrl);
  if (elsewhere.length === 0) return 'a listing that mkt.json does not name';
  return `probably a listing at ${elsewhere.join(' or ')}, where this project also sells`;
}

/** The names of the other marketplaces where the project sells. */
async function otherMarkets(cwd: string, baseUrl: string): Promise<string[]> {
  const paths = [join(cwd, 'mkt.json'), join(cwd, '.mkt', 'mkt.json')];
  const files = await Promise.all(
    paths.map((path) => readProjectFile(path).catch(() => undefined)),
  );
  return files.flatMap((file) =>
    Object.entries(file?.marketplaces ?? {})
      .filter(
        ([, at]) => !isSameAddress(at.baseUrl, baseUrl) && Object.keys(at.listings).length > 0,
      )
      .map(([name]) => name),
  );
}
