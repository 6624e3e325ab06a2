import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import type { Command } from 'commander';
import { withoutTurns } from '../database/engine.ts';
import { DatabaseFailure } from '../database/failure.ts';
import { createSealing } from '../database/sealing.ts';
import { OPERATOR, type Reader } from '../market/caller.ts';
import { byId } from '../market/ids.ts';
import type { Identity } from '../market/outside.ts';
import type { BoundedPageRequest, PageItems } from '../market/page.ts';
import { StorageUnavailable } from '../market/refusal.ts';
import { databaseUrlOf, parseEncryptionKeys, readEnvironment } from '../server/config.ts';
import { createStore, type Store } from '../server/context.ts';
import {
  ConfigError,
  dataFolderOf,
  DEFAULT_DATA,
  existingEncryptionKey,
  requireOwnUser,
} from '../server/data-folder.ts';
import { createIdentity, systemClock } from '../server/outside.ts';
import { type Applied, listingRevocations, revocationsFile } from '../server/revocations.ts';
import { openSqliteStorage } from '../server/sqlite-storage.ts';
import type { Storage } from '../server/storage.ts';
import { counted } from './words.ts';

/** What a list of revocations changed again. */
export const appliedInWords = ({ keys, accounts, closed, listings }: Applied): string =>
  `revoked ${counted(keys, 'key')}, suspended ${counted(accounts, 'account')}, closed ${counted(closed, 'account')}, archived ${counted(listings, 'listing')}`;

/** The SQLSTATE of a statement that Postgres ended because it took too long. */
const TOO_LONG = '57014';

/** Explains how to read less, if Postgres ended the read so that it does not disturb the servers. */
export async function inTime<Result>(reading: Promise<Result>, advice: string): Promise<Result> {
  try {
    return await reading;
  } catch (error) {
    const cause = error instanceof StorageUnavailable ? error.cause : undefined;
    if (!(cause instanceof DatabaseFailure) || cause.code !== TOO_LONG) throw error;
    throw new ConfigError(`There are too many orders to read at once. ${advice}`);
  }
}

const PAGE = 100;

/** Reads all pages of a list. */
export async function everyPage<Item extends { id: string }>(
  read: (page: BoundedPageRequest, reader: Reader) => Promise<PageItems<Item>>,
): Promise<Item[]> {
  const all: Item[] = [];
  for (;;) {
    const last = all.at(-1);
    const page = { limit: PAGE, after: last ? byId(last) : null, maxBytes: Infinity };
    const { items, more } = await read(page, OPERATOR);
    all.push(...items);
    if (!more) return all;
  }
}

export interface OpenedStore {
  store: Store;
  identity: Identity;
}

/** The keys that encrypt secrets: from the environment, or those of dev mode in the data folder. */
export function sealingKeys(folder: string): Uint8Array[] {
  const text = readEnvironment().text('MKT_ENCRYPTION_KEY') ?? existingEncryptionKey(folder);
  if (text === undefined) {
    throw new ConfigError(
      'Set MKT_ENCRYPTION_KEY to the key that the server of this marketplace uses.',
    );
  }
  return parseEncryptionKeys(text);
}

export interface DatabaseLocation {
  data?: string;
  database?: string;
}

/** An empty folder that exists was made for a marketplace; one that does not is probably misspelled. */
const isEmptyFolder = (folder: string) => existsSync(folder) && readdirSync(folder).length === 0;

/**
 * Opens the marketplace that a command names. It must have the schema of this version, and exist, unless
 * the command may create it in an empty folder or database.
 */
export async function openDatabase(
  location: DatabaseLocation,
  { mayCreate = false } = {},
): Promise<Storage> {
  const url = databaseUrlOf(location, readEnvironment());
  if (url !== null) {
    // Loaded here: on SQLite, no command and no server needs the driver of Postgres.
    const { openPostgresStorage } = await import('../server/postgres-storage.ts');
    return openPostgresStorage({ url, connections: 2 }, { migrates: mayCreate && 'if empty' });
  }
  const folder = dataFolderOf(location.data);
  requireOwnUser(folder);
  const migrates = mayCreate && isEmptyFolder(folder);
  return openSqliteStorage({ folder, clock: systemClock, migrates });
}

function warnUnlisted(folder: string, error: unknown): void {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  process.stderr.write(
    `! The change could not be written to ${revocationsFile(folder)} (${code}): restoring an older backup would undo it.\n`,
  );
}

/**
 * Opens the store for one command; servers may be running on the same database. Set `sealing` for
 * commands that write secrets; the others need no encryption key. Set `mayCreate` for those that an
 * operator may run before the first server.
 */
export async function withStore<Result>(
  location: DatabaseLocation,
  { sealing, mayCreate }: { sealing: boolean; mayCreate?: boolean },
  use: (opened: OpenedStore) => Promise<Result>,
): Promise<Result> {
  const { engine, postgres, applied, close } = await openDatabase(location, { mayCreate });
  try {
    const folder = dataFolderOf(location.data);
    if (applied.length > 0) {
      const place = postgres ? 'the empty database' : folder;
      process.stderr.write(`Created a marketplace in ${place}.\n`);
    }
    const keys = sealing ? sealingKeys(folder) : [randomBytes(32)];
    const stored = createStore({ engine: withoutTurns(engine), sealing: createSealing(keys) });
    const store = postgres
      ? stored
      : listingRevocations(stored, folder, (error) => warnUnlisted(folder, error));
    const openedAtMs = await store.now();
    const identity = createIdentity(randomBytes(32), { now: () => openedAtMs });
    const result = await use({ store, identity });
    // What the command changed is stored, whether or not the servers' event streams learn of it.
    await postgres?.announceChanges().catch(() => undefined);
    return result;
  } finally {
    await close();
  }
}

/** The data folder of a command that copies files; Postgres has its own tools for that. */
export function requireEmbedded({ data }: Pick<DatabaseLocation, 'data'>): string {
  if (data === undefined && databaseUrlOf({}, readEnvironment()) !== null) {
    throw new ConfigError(
      'This command works on a data folder, but MKT_DATABASE_URL is set. Use pg_dump or pg_restore (docs/operate/run.md), or name a folder with --data.',
    );
  }
  return dataFolderOf(data);
}

/** The options that name a database. */
export function addDatabaseOptions(command: Command): Command {
  return command
    .option('--data <dir>', `data folder (default: ${DEFAULT_DATA})`)
    .option('--database <url>', 'Postgres instead of a data folder (MKT_DATABASE_URL)');
}
