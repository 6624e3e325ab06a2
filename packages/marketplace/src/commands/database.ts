import { Command } from 'commander';
import { databaseUrlOf, readEnvironment } from '../server/config.ts';
import { dataFolderOf, requireFolder, requireOwnUser } from '../server/data-folder.ts';
import { systemClock } from '../server/outside.ts';
import { migratePostgres } from '../server/postgres-storage.ts';
import { openSqliteStorage } from '../server/sqlite-storage.ts';
import { addDatabaseOptions, counted, type DatabaseLocation, withStore } from './open-database.ts';

async function migrateEmbedded(folder: string): Promise<readonly string[]> {
  requireFolder(folder);
  requireOwnUser(folder);
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
