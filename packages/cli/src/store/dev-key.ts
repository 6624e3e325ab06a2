import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { isApiKey } from '@mkt/protocol';
import { isOwn } from './owner.ts';
import { isLoopback } from './loopback.ts';

export interface DevKey {
  kind: 'found';
  apiKey: string;
  /** The data folder. */
  folder: string;
  path: string;
  /** Where the marketplace listened when it was last started, if that is on this machine. */
  baseUrl: string | undefined;
}

/** A data folder that is ignored because another user owns it or can write to it. */
export interface ForeignFolder {
  kind: 'foreign';
  folder: string;
}

const textOf = async (path: string) => (await readFile(path, 'utf8').catch(() => '')).trim();

/**
 * The key and the address that a marketplace in dev mode keeps in its data folder, `.mkt`: in this
 * folder, or in one above it, up to the root of the project (`.git`) or the home folder. Such a
 * marketplace is on this machine, so callers send the key nowhere else. Only the user's own is used:
 * in a folder such as `/tmp` anyone can put one above the project (as in CVE-2022-24765 of git), or a
 * named pipe, on which a read would hang.
 */
export async function findDevKey(folder: string): Promise<DevKey | ForeignFolder | undefined> {
  for (const at of foldersOfProject(folder)) {
    const data = join(at, '.mkt');
    const path = join(data, 'dev-key');
    const addressPath = join(data, 'dev-address');
    const owned = new Set([data, path, addressPath].map(isOwn));
    // Without an address the marketplace has never listened, as when its port was taken.
    if (owned.has(undefined)) continue;
    if (owned.has(false)) return { kind: 'foreign', folder: data };
    const [apiKey, address] = await Promise.all([textOf(path), textOf(addressPath)]);
    if (isApiKey(apiKey) && address !== '') {
      const baseUrl = isLoopback(address) ? address : undefined;
      return { kind: 'found', apiKey, folder: data, path, baseUrl };
    }
  }
  return undefined;
}

/** A folder and those above it, up to the root of the project (`.git`) or the home folder. */
export function* foldersOfProject(folder: string): Generator<string, void, undefined> {
  const home = homedir();
  for (let at = folder; ; at = dirname(at)) {
    yield at;
    const isRoot = at === home || existsSync(join(at, '.git'));
    if (isRoot || dirname(at) === at) return;
  }
}
