import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ConfigError } from './config/config-error.ts';
import { databaseFile, openDataFolder } from './config/data-folder.ts';
import type { Clock } from './domain/clock.ts';
import { lockDataFolder } from './sql/sqlite/data-lock.ts';
import type { Engine } from './sql/engine.ts';
import type { MigrationOutcome } from './sql/migrate.ts';
import { openSqlite, type SqliteDatabase } from './sql/sqlite/engine.ts';

/** A database that a marketplace runs on. */
export interface Storage {
  engine: Engine;
  /** What a lock on the data folder tells: nobody else serves this database. */
  alone: boolean;
  close(): unknown;
}

export interface EmbeddedStorage extends SqliteDatabase {
  alone: boolean;
}

/**
 * The migrations that were applied; throws `ConfigError` where this code cannot work on the schema.
 * `database.name` is what the database is called in that sentence.
 */
export function requireCompatibleSchema(
  outcome: MigrationOutcome,
  database = { name: 'database', startAfresh: 'Use an empty one to start afresh.' },
): string[] {
  switch (outcome.kind) {
    case 'ready':
      return outcome.applied;
    case 'too-new':
      throw new ConfigError(
        `The database was upgraded by a newer version, and needs at least schema ${outcome.oldestCode}; this version knows ${outcome.code}.`,
      );
    case 'other-version':
      throw new ConfigError(
        `This ${database.name} was made by an older development version. ${database.startAfresh}`,
      );
  }
}

/** The data folder as a person types it: `.mkt/` where that is the one below this folder. */
export function describeDataFolder(folder: string) {
  const short = relative(process.cwd(), folder);
  const shown = short === '' || short.startsWith('..') ? folder : short;
  return { name: 'data folder', startAfresh: `Delete ${shown}/ to start afresh.` };
}

/** A file that stands while a server runs: found at a start, it tells that the last one was cut off. */
const uncleanShutdownMarker = (folder: string) => join(folder, 'running');

const damaged = (folder: string, problem: string | undefined) =>
  new ConfigError(
    `The database in ${folder} is damaged (${problem}); restore a backup with: mkt-marketplace restore FILE --data ${folder}`,
  );

function refuseDamaged(sqlite: SqliteDatabase, folder: string): void {
  const problems = sqlite.checkIntegrity();
  if (problems.length > 0) throw damaged(folder, problems[0]);
}

/** What SQLite and the system say of files that cannot be used, in a sentence with the way out. */
function openingError(error: unknown, folder: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === '') return error;
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) return damaged(folder, code);
  return new ConfigError(`The data folder ${folder} cannot be used (${code}).`);
}

/** The embedded database of a data folder, held for one server, checked and up to date. */
export function openServerStorage(folder: string, clock: Clock): EmbeddedStorage {
  openDataFolder(folder);
  try {
    return openLocked(folder, clock);
  } catch (error) {
    throw openingError(error, folder);
  }
}

function openLocked(folder: string, clock: Clock): EmbeddedStorage {
  const lock = lockDataFolder(folder);
  if (!lock) {
    throw new ConfigError(
      `Another marketplace serves the data folder ${folder}; stop it, or choose another with --data.`,
    );
  }
  const marker = uncleanShutdownMarker(folder);
  let sqlite: SqliteDatabase | undefined;
  try {
    const opened = openSqlite({ path: databaseFile(folder), clock });
    sqlite = opened;
    if (existsSync(marker)) refuseDamaged(opened, folder);
    requireCompatibleSchema(opened.migrate(), describeDataFolder(folder));
    writeFileSync(marker, `${process.pid}\n`, { mode: 0o600 });
    return {
      ...opened,
      alone: true,
      async close() {
        await opened.close();
        rmSync(marker, { force: true });
        lock.release();
      },
    };
  } catch (error) {
    // Nothing was listed, so nothing of it is left when it returns.
    void sqlite?.close();
    lock.release();
    throw error;
  }
}

/** A database that lives as long as the process: for tests. */
export function openMemoryStorage(clock: Clock): EmbeddedStorage {
  const sqlite = openSqlite({ path: ':memory:', clock });
  requireCompatibleSchema(sqlite.migrate());
  return { ...sqlite, alone: true };
}
