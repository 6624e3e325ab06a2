import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { openPostgresStorage } from '../composition/postgres-storage.ts';
import { databaseUrlOf, DEFAULT_DATA, parseEncryptionKeys } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { databaseFile, keptEncryptionKey, openDataFolder } from '../config/data-folder.ts';
import { readEnvironment } from '../config/env.ts';
import type { Identity } from '../domain/identity.ts';
import type { Store } from '../domain/store.ts';
import { createIdentity } from '../system/identity.ts';
import type { Engine } from '../sql/engine.ts';
import { createSealing } from '../sql/sealing.ts';
import { openSqlite } from '../sql/sqlite/engine.ts';
import { createStore } from '../sql/store.ts';
import { describeDataFolder, requireCompatibleSchema } from '../storage.ts';
import { systemClock } from '../system/clock.ts';

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

export interface DatabaseLocation {
  data?: string;
  database?: string;
}

interface OpenedDatabase {
  engine: Engine;
  /** The migrations that it took to bring it up to date. */
  applied: string[];
  close(): unknown;
}

/** Opens the database that a command names, and brings it up to date. */
export async function openDatabase(location: DatabaseLocation): Promise<OpenedDatabase> {
  const environment = readEnvironment();
  const url = databaseUrlOf(location, environment);
  if (url !== null) return openPostgresStorage({ url, connections: 2 });
  const folder = folderOf(location);
  openDataFolder(folder);
  const sqlite = openSqlite({ path: databaseFile(folder), clock: systemClock });
  try {
    return {
      ...sqlite,
      applied: requireCompatibleSchema(sqlite.migrate(), describeDataFolder(folder)),
    };
  } catch (error) {
    await sqlite.close();
    throw error;
  }
}

/**
 * The store of a database for one command, also while servers run on it. `sealing` is for commands
 * that write secrets; the others need no encryption key.
 */
export async function withStore<Result>(
  location: DatabaseLocation,
  { sealing }: { sealing: boolean },
  use: (opened: OpenedStore) => Promise<Result>,
): Promise<Result> {
  const keys = sealing ? sealingKeys(folderOf(location)) : [randomBytes(32)];
  const { engine, close } = await openDatabase(location);
  try {
    const store = createStore({ engine, sealing: createSealing(keys) });
    return await use({ store, identity: createIdentity(randomBytes(32)) });
  } finally {
    await close();
  }
}

const folderOf = ({ data }: DatabaseLocation) => resolve(data ?? DEFAULT_DATA);

/** Refuses a data folder without a database, where a command would only make an empty one. */
export function requireFolder(folder: string): void {
  if (existsSync(databaseFile(folder))) return;
  throw new ConfigError(`There is no marketplace in ${folder}; name its data folder with --data.`);
}

/** A place that holds a marketplace; whether a Postgres does, it is asked itself. */
export function requireDatabase(location: DatabaseLocation): DatabaseLocation {
  if (databaseUrlOf(location, readEnvironment()) === null) requireFolder(folderOf(location));
  return location;
}

/** The data folder of a command that copies files; Postgres has tools of its own for that. */
export function requireEmbedded({ data }: Pick<DatabaseLocation, 'data'>): string {
  if (data === undefined && databaseUrlOf({}, readEnvironment()) !== null) {
    throw new ConfigError(
      'MKT_DATABASE_URL names a Postgres: back it up with pg_dump, and see docs/operations.md.',
    );
  }
  return resolve(data ?? DEFAULT_DATA);
}

/** The options that name a database. */
export function addDatabaseOptions(command: Command): Command {
  return command
    .option('--data <dir>', `data folder (default: ${DEFAULT_DATA})`)
    .option('--database <url>', 'Postgres instead of a data folder (MKT_DATABASE_URL)');
}
