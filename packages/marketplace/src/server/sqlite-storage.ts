import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { cwd, pid } from 'node:process';
import { openAuthDatabase } from '../database/sqlite/auth-database.ts';
import { lockDataFolder } from '../database/sqlite/connection.ts';
import { openSqlite } from '../database/sqlite/engine.ts';
import type { Clock } from '../market/outside.ts';
import {
  ConfigError,
  databaseFile,
  DataFolderInUse,
  openDataFolder,
  unusableFolder,
} from './data-folder.ts';
import {
  type DatabaseDescription,
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
  /** Whether to bring the schema up to date, which is the default; otherwise it must be. */
  migrates?: boolean;
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

/** Exists while a server runs. If it is there at startup, the last server did not shut down cleanly. */
const uncleanShutdownMarker = (folder: string) => join(folder, 'running');

const damaged = (folder: string, problem: string) =>
  new ConfigError(
    `The database in ${folder} is damaged (${problem}); restore a backup with: mkt-marketplace restore FILE --data ${folder} --force`,
  );

/** Turns errors of SQLite and the file system into a message with a way out. */
function toConfigError(error: unknown, folder: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === '') return error;
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) return damaged(folder, code);
  return unusableFolder(folder, code);
}

/** An embedded database. Throws `ConfigError` if the data folder or its schema cannot be used. */
export function openSqliteStorage({
  folder,
  clock,
  exclusive = false,
  migrates = true,
}: SqliteStorageOptions): Storage {
  if (folder === undefined) return openFile(':memory:', { clock, migrates });
  if (migrates) openDataFolder(folder);
  else requireMarketplace(folder);
  try {
    if (exclusive) return openExclusively(folder, { clock, migrates });
    return openFile(databaseFile(folder), { clock, migrates, folder });
  } catch (error) {
    throw toConfigError(error, folder);
  }
}

function openFile(
  path: string,
  {
    clock,
    migrates,
    folder,
    beforeMigration,
  }: {
    clock: Pick<Clock, 'now'>;
    migrates: boolean;
    folder?: string;
    beforeMigration?: (checkIntegrity: () => string[]) => void;
  },
): Storage {
  const sqlite = openSqlite({ path, clock });
  const description = folder === undefined ? undefined : describeDataFolder(folder);
  try {
    beforeMigration?.(sqlite.checkIntegrity);
    const applied = migrates ? requireCompatibleSchema(sqlite.migrate(), description) : [];
    if (!migrates && folder !== undefined)
      requireCurrentSchema(sqlite.inspectSchema(), schemaAdvice(folder), description);
    // No other process can open a database in memory.
    const exclusive = path === ':memory:';
    const auth = openAuthDatabase(sqlite.engine);
    const { engine, watchForeignCommits, close } = sqlite;
    return { engine, auth, exclusive, applied, watchForeignCommits, close };
  } catch (error) {
    // Everything so far was synchronous, so no reader thread runs and the file is closed when this
    // returns.
    void sqlite.close();
    throw error;
  }
}

function openExclusively(
  folder: string,
  { clock, migrates }: { clock: Pick<Clock, 'now'>; migrates: boolean },
): Storage {
  const lock = lockDataFolder(folder);
  if (!lock) throw new DataFolderInUse(folder);
  const marker = uncleanShutdownMarker(folder);
  try {
    const storage = openFile(databaseFile(folder), {
      clock,
      migrates,
      folder,
      beforeMigration(checkIntegrity) {
        const [problem] = existsSync(marker) ? checkIntegrity() : [];
        if (problem !== undefined) throw damaged(folder, problem);
      },
    });
    writeFileSync(marker, `${pid}\n`, { mode: 0o600 });
    return {
      ...storage,
      exclusive: true,
      async close() {
        await storage.close();
        rmSync(marker, { force: true });
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}
