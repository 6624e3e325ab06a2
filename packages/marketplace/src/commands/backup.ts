import { existsSync, renameSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { openSqlite } from '../database/sqlite/engine.ts';
import { ConfigError, databaseFile, DEFAULT_DATA } from '../server/data-folder.ts';
import { systemClock } from '../server/outside.ts';
import { requireMarketplace } from '../server/sqlite-storage.ts';
import { requireEmbedded } from './open-database.ts';

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
