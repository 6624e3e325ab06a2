import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { cwd, pid } from 'node:process';
import { openAuthDatabase } from '../database/sqlite/auth-database.ts';
import { hasForeignLog, isBackup } from '../database/sqlite/backup-file.ts';
import { lockDataFolder } from '../database/sqlite/connection.ts';
import { openSqlite } from '../database/sqlite/engine.ts';
import { type MigrateOptions, MigrationFailed } from '../database/migrate.ts';
import type { Clock, Log } from '../market/outside.ts';
import {
  ConfigError,
  databaseFile,
  DataFolderInUse,
  openDataFolder,
  requireFolder,
  runningFile,
  unusableFolder,
} from './data-folder.ts';
import { createIntegrity, damaged, requireUndamaged } from './integrity.ts';
import {
  type DatabaseDescription,
  type Plan,
  requireCompatiblePlan,
  requireCompatibleSchema,
  requireCurrentSchema,
  type Storage,
} from './storage.ts';

export interface SqliteStorageOptions {
  /** The data folder; without one, the database is deleted when the process ends. */
  folder?: string;
  clock: Pick<Clock, 'now'>;
  /** Lock the data folder for one server; commands open it while a server runs. */
  exclusive?: boolean;
  /** Called when a write fails because the disk is full. */
  onDiskFull?: (() => void) | undefined;
  /** Whether to bring the schema up to date, which is the default; otherwise it must be. */
  migrates?: boolean;
  /** Receives the progress of migrations. */
  log?: Log | undefined;
  /** Ends a migration before its next transaction. */
  ending?: AbortSignal | undefined;
}

/** The folder as an operator would type it: `.mkt/` if it is inside the current folder. */
function describeDataFolder(folder: string): DatabaseDescription {
  const short = relative(cwd(), folder);
  const shown = short === '' || short.startsWith('..') ? folder : short;
  return {
    name: 'data folder',
    startAfresh: `To start afresh, delete ${shown}/. This deletes all listings, orders and keys in it.`,
  };
}

/** What to do where a command finds no marketplace, or one of an older version. */
const schemaAdvice = (folder: string) => ({
  empty: `No marketplace found in ${folder}. Name its data folder with --data, or its Postgres with --database.`,
  older: `The marketplace in ${folder} has the schema of an older version. Back it up, then migrate it: mkt-marketplace migrate --data ${folder}`,
});

/** Refuses a data folder without a database, which a command would otherwise create empty. */
export function requireMarketplace(folder: string): void {
  if (!existsSync(databaseFile(folder))) throw new ConfigError(schemaAdvice(folder).empty);
}

const unrestored = (folder: string) =>
  new ConfigError(
    `The database in ${folder} is a backup that was copied there, not restored. Orders that wait in it may have been called already. Settle them as interrupted, then start again: mkt-marketplace recover --data ${folder}`,
  );

/** SQLite would add to a backup what the log says, and it is no log of this backup. */
const besideLog = (folder: string) =>
  new ConfigError(
    `The database in ${folder} is a backup that was copied beside the log of another database, market.db-wal, which does not belong to it. Restore the backup instead: mkt-marketplace restore BACKUP --data ${folder} --force`,
  );

const hasFile = (folder: string) =>
  statSync(databaseFile(folder), { throwIfNoEntry: false })?.isFile() === true;

/** Refuses a backup that was copied beside the log of another database. */
export function requireOwnLog(folder: string): void {
  if (hasFile(folder) && hasForeignLog(databaseFile(folder))) throw besideLog(folder);
}

/** Refuses a backup that was copied into the folder, unless it is opened to settle its open orders. */
function requireRestored(folder: string, isRecovering: boolean): void {
  requireOwnLog(folder);
  if (!isRecovering && hasFile(folder) && isBackup(databaseFile(folder))) throw unrestored(folder);
}

/** Turns errors of SQLite and the file system into a message with a way out. */
function toConfigError(error: unknown, folder: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === '' && !(error instanceof MigrationFailed)) return error;
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) return damaged(folder, code);
  if (error instanceof MigrationFailed && code !== 'SQLITE_FULL')
    return new ConfigError(error.message);
  return unusableFolder(folder, code);
}

/** An embedded database. Throws `ConfigError` if the data folder or its schema cannot be used. */
export async function openSqliteStorage({
  folder,
  clock,
  exclusive = false,
  migrates = true,
  log,
  ending,
  onDiskFull,
}: SqliteStorageOptions): Promise<Storage> {
  const migration: Migrating | undefined = migrates
    ? { log, ending, isAlone: exclusive || folder === undefined }
    : undefined;
  if (folder === undefined) return openFile(':memory:', { clock, migration, onDiskFull });
  if (migrates) openDataFolder(folder);
  else requireMarketplace(folder);
  try {
    if (exclusive) return await openExclusively(folder, { clock, migration, onDiskFull });
    requireOwnLog(folder);
    const isServed = () => Promise.resolve(isFolderServed(folder));
    return await openFile(databaseFile(folder), {
      clock,
      migration: migration && { ...migration, isServed },
      folder,
    });
  } catch (error) {
    throw toConfigError(error, folder);
  }
}

/** What `migrate` would do in a data folder. */
export async function planOnSqlite(folder: string, clock: Pick<Clock, 'now'>): Promise<Plan> {
  requireFolder(folder);
  if (!existsSync(databaseFile(folder))) return { kind: 'empty' };
  requireOwnLog(folder);
  try {
    const sqlite = openSqlite({ path: databaseFile(folder), clock });
    try {
      return requireCompatiblePlan(sqlite.planMigrations(), describeDataFolder(folder));
    } finally {
      await sqlite.close();
    }
  } catch (error) {
    throw toConfigError(error, folder);
  }
}

/** Whether a server is running on the data folder. */
function isFolderServed(folder: string): boolean {
  const lock = lockDataFolder(folder);
  lock?.release();
  return lock === undefined;
}

type Migrating = MigrateOptions & { isAlone: boolean };

interface FileOptions {
  clock: Pick<Clock, 'now'>;
  /** How to bring the schema up to date; otherwise it must be. */
  migration: Migrating | undefined;
  folder?: string;
  onDiskFull?: (() => void) | undefined;
}

async function openFile(
  path: string,
  { clock, migration, folder, onDiskFull }: FileOptions,
): Promise<Storage> {
  const sqlite = openSqlite({ path, clock, onDiskFull });
  const description = folder === undefined ? undefined : describeDataFolder(folder);
  try {
    const applied = migration
      ? requireCompatibleSchema(await sqlite.migrate(migration), description)
      : [];
    if (!migration && folder !== undefined)
      requireCurrentSchema(sqlite.inspectSchema(), schemaAdvice(folder), description);
    // No other process can open a database in memory.
    const exclusive = path === ':memory:';
    const auth = openAuthDatabase(sqlite.engine);
    const { engine, timings, snapshot, watchForeignCommits, checkWrite, close } = sqlite;
    return {
      engine,
      timings,
      auth,
      exclusive,
      applied,
      snapshot,
      watchForeignCommits,
      checkWrite,
      close,
    };
  } catch (error) {
    await sqlite.close();
    throw error;
  }
}

async function openExclusively(
  folder: string,
  options: Omit<FileOptions, 'folder'>,
): Promise<Storage> {
  const lock = lockDataFolder(folder);
  if (!lock) throw new DataFolderInUse(folder);
  const marker = runningFile(folder);
  try {
    requireUndamaged(folder);
    // Of the processes that lock the folder, only a server migrates.
    requireRestored(folder, options.migration === undefined);
    const storage = await openFile(databaseFile(folder), { ...options, folder });
    // It is there when the last server was killed.
    const integrity = existsSync(marker) ? createIntegrity(folder) : undefined;
    writeFileSync(marker, `${pid}\n`, { mode: 0o600 });
    return {
      ...storage,
      exclusive: true,
      ...(integrity && { integrity }),
      async close() {
        await integrity?.stop();
        await storage.close();
        // Otherwise the next server checks it.
        if (!integrity || integrity.state() === 'intact') rmSync(marker, { force: true });
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}
