import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { requireCompatibleSchema } from '../composition/storage.ts';
import { ConfigError } from '../config/config-error.ts';
import { databaseFile, DEFAULT_DATA, openDataFolder } from '../config/data-folder.ts';
import { createSealing } from '../sql/sealing.ts';
import { lockDataFolder } from '../sql/sqlite/data-lock.ts';
import { openSqlite } from '../sql/sqlite/engine.ts';
import { createStore } from '../sql/store.ts';
import { systemClock } from '../system/clock.ts';
import { counted } from './print.ts';
import { requireEmbedded } from './with-store.ts';

const USE_EARLIER = 'Use an earlier backup. The existing data was not changed.';

interface Options {
  data?: string;
  force?: boolean;
}

/** Files that SQLite keeps beside a database. Those of another database would corrupt this one. */
const COMPANIONS = ['-wal', '-shm', '-journal'];

function removeCompanions(file: string): void {
  for (const companion of COMPANIONS) rmSync(file + companion, { force: true });
}

function removeDatabase(file: string): void {
  rmSync(file, { force: true });
  removeCompanions(file);
}

/**
 * Prepares the copy: checks its integrity, upgrades its schema, and settles open orders. What
 * happened to those after the backup is unknown, so they must not be called again.
 */
async function prepare(file: string): Promise<number> {
  const sqlite = openSqlite({ path: file, clock: systemClock });
  try {
    const [problem] = sqlite.checkIntegrity();
    if (problem !== undefined)
      throw new ConfigError(`The backup is damaged (${problem}). ${USE_EARLIER}`);
    requireCompatibleSchema(sqlite.migrate());
    // Orders contain no secrets, so any key will do.
    const sealing = createSealing([new Uint8Array(32)]);
    return await createStore({ engine: sqlite.engine, sealing }).orders.interruptOpen();
  } finally {
    await sqlite.close();
  }
}

function toConfigError(error: unknown, source: string): unknown {
  if (error instanceof ConfigError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  if (code === undefined) return error;
  return new ConfigError(
    `${source} is not a backup that can be restored (${code}). ${USE_EARLIER}`,
  );
}

async function restore(source: string, options: Options): Promise<void> {
  const folder = requireEmbedded(options);
  const target = databaseFile(folder);
  if (!existsSync(source)) throw new ConfigError(`File not found: ${resolve(source)}`);
  if (existsSync(target) && !options.force) {
    throw new ConfigError(`${folder} already holds a marketplace; add --force to replace it.`);
  }
  openDataFolder(folder);
  const lock = lockDataFolder(folder);
  if (!lock) throw new ConfigError(`A running marketplace is using ${folder}. Stop it first.`);
  const partial = `${target}.partial`;
  try {
    removeDatabase(partial);
    copyFileSync(source, partial);
    const interrupted = await prepare(partial);
    removeCompanions(target);
    renameSync(partial, target);
    process.stderr.write(
      `Restored to ${folder}. Settled ${counted(interrupted, 'open order')} as interrupted.\n`,
    );
  } catch (error) {
    throw toConfigError(error, source);
  } finally {
    removeDatabase(partial);
    lock.release();
  }
}

export function restoreCommand(): Command {
  return new Command('restore')
    .argument('<file>', 'a file made by `mkt-marketplace backup`')
    .option('--data <dir>', `data folder (default: ${DEFAULT_DATA})`)
    .option('--force', 'replace the existing marketplace')
    .action(restore);
}
