import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEncryptionKeys } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { databaseFile, keptEncryptionKey, openDataFolder } from '../config/data-folder.ts';
import { readEnvironment } from '../config/env.ts';
import type { Identity } from '../domain/identity.ts';
import type { Store } from '../domain/store.ts';
import { createIdentity } from '../identity.ts';
import { createSealing } from '../sql/sealing.ts';
import { openSqlite } from '../sql/sqlite/engine.ts';
import { createStore } from '../sql/store.ts';
import { migrateOrRefuse } from '../storage.ts';
import { systemClock } from '../system-clock.ts';

export interface OpenedStore {
  store: Store;
  identity: Identity;
}

/** The keys that secrets are sealed with: the environment's, or a developer's in the data folder. */
function sealingKeys(folder: string): Uint8Array[] {
  const text = readEnvironment().text('MKT_ENCRYPTION_KEY') ?? keptEncryptionKey(folder);
  if (text === undefined) {
    throw new ConfigError(
      'MKT_ENCRYPTION_KEY is required: the key that this marketplace runs with.',
    );
  }
  return parseEncryptionKeys(text);
}

/**
 * The store of a data folder for one command, also while a server runs on it. `sealing` is for
 * commands that write secrets; the others need no encryption key.
 */
export async function withStore<Result>(
  data: string,
  { sealing }: { sealing: boolean },
  use: (opened: OpenedStore) => Promise<Result>,
): Promise<Result> {
  const folder = resolve(data);
  openDataFolder(folder);
  const keys = sealing ? sealingKeys(folder) : [randomBytes(32)];
  const sqlite = openSqlite({ path: databaseFile(folder), clock: systemClock });
  try {
    migrateOrRefuse(sqlite);
    const store = createStore({ engine: sqlite.engine, sealing: createSealing(keys) });
    return await use({ store, identity: createIdentity(randomBytes(32)) });
  } finally {
    sqlite.close();
  }
}

/** Refuses a data folder without a database, where a command would only make an empty one. */
export function requireDatabase(data: string): string {
  const folder = resolve(data);
  if (existsSync(databaseFile(folder))) return folder;
  throw new ConfigError(`There is no marketplace in ${folder}; name its data folder with --data.`);
}
