import { existsSync, renameSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { openSqlite } from '../database/sqlite/engine.ts';
import { databaseUrlOf, readEnvironment } from '../server/config.ts';
import {
  ConfigError,
  databaseFile,
  dataFolderOf,
  DEFAULT_DATA,
  requireFolder,
} from '../server/data-folder.ts';
import { systemClock } from '../server/outside.ts';
import { migratePostgres } from '../server/postgres-storage.ts';
import { openSqliteStorage, requireMarketplace } from '../server/sqlite-storage.ts';
import {
  addDatabaseOptions,
  counted,
  type DatabaseLocation,
  requireEmbedded,
  withStore,
} from './open-database.ts';

async function migrateEmbedded(folder: string): Promise<readonly string[]> {
  requireFolder(folder);
  const { applied, close } = openSqliteStorage({ folder, clock: systemClock });
  await close();
  return applied;
}

async function migrate(location: DatabaseLocation): Promise<void> {
  const url = databaseUrlOf(location, readEnvironment());
  const applied =
    url === null ? await migrateEmbedded(dataFolderOf(location.data)) : await migratePostgres(url);
  process.stderr.write(
    applied.length === 0
      ? 'The database is up to date.\n'
      : `Applied migrations: ${applied.join(', ')}.\n`,
  );
}

export function migrateCommand(): Command {
  return addDatabaseOptions(new Command('migrate')).action(migrate);
}

async function reEncrypt(options: DatabaseLocation): Promise<void> {
  const count = await withStore(options, { sealing: true }, ({ store }) => store.secrets.reseal());
  process.stderr.write(
    `${counted(count, 'secret')} ${count === 1 ? 'is' : 'are'} now encrypted with the newest key. You can remove the older keys from MKT_ENCRYPTION_KEY.\n`,
  );
}

export function secretsCommand(): Command {
  const command = addDatabaseOptions(new Command('re-encrypt'))
    .description('Encrypt every secret with the newest key of MKT_ENCRYPTION_KEY.')
    .action(reEncrypt);
  return new Command('secrets').addCommand(command);
}

async function backup(file: string, options: { data?: string; force?: boolean }): Promise<void> {
  const data = requireEmbedded(options);
  requireMarketplace(data);
  const target = resolve(file);
  if (existsSync(target) && !options.force) {
    throw new ConfigError(`${target} already exists; add --force to replace it.`);
  }
  const partial = `${target}.partial`;
  const sqlite = openSqlite({ path: databaseFile(data), clock: systemClock });
  try {
    rmSync(partial, { force: true });
    await sqlite.backup(partial);
    renameSync(partial, target);
  } catch (error) {
    rmSync(partial, { force: true });
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new ConfigError(
      `The backup to ${target} failed (${code}). Check that the folder exists, is writable and has enough space.`,
    );
  } finally {
    await sqlite.close();
  }
  process.stderr.write(
    `Backed up to ${target}. Signing secrets in it can only be read with MKT_ENCRYPTION_KEY: keep a copy of that key, but not in the same place.\n`,
  );
}

export function backupCommand(): Command {
  return new Command('backup')
    .argument('<file>', 'file to write the backup to')
    .option('--data <dir>', `data folder (default: ${DEFAULT_DATA})`)
    .option('--force', 'replace the file if it exists')
    .action(backup);
}
