import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { createMovableClock, type MovableClock } from '../../src/server/outside.ts';

/** The versions whose databases are kept, by the name of their last migration. */
export const VERSIONS = ['0001-start'] as const;

/** With what the secrets of these databases are sealed. */
export const ENCRYPTION_KEY = Buffer.alloc(32, 7).toString('base64');

export interface Read {
  owner: 'seller' | 'buyer';
  path: string;
}

/** What a database was made to contain. */
export interface Facts {
  /** When it was made. */
  atMs: number;
  /** API keys with every scope. */
  keys: Record<Read['owner'], string>;
  /** A published listing, whose service no longer runs. */
  listing: { id: string; slug: string };
  /** Its signing secret, as the marketplace shows it. */
  secret: unknown;
  /** What was read then. */
  reads: (Read & { body: unknown })[];
}

export const folderOf = (version: string): string =>
  fileURLToPath(new URL(`./${version}/`, import.meta.url));

export const savedIn = (version: string, name: string): Buffer =>
  gunzipSync(readFileSync(join(folderOf(version), `${name}.gz`)));

/** A clock that runs from a given time on. */
export function clockAt(ms: number): MovableClock {
  const clock = createMovableClock();
  clock.move(ms - clock.now());
  return clock;
}
