import { Command } from 'commander';
import { migratePostgres } from '../server/postgres-storage.ts';
import { databaseUrlOf } from '../server/config.ts';
import { readEnvironment } from '../server/env.ts';
import { addDatabaseOptions, openDatabase, type DatabaseLocation } from './open-database.ts';

async function migrateEmbedded(location: DatabaseLocation): Promise<readonly string[]> {
  const { applied, close } = await openDatabase(location);
  await close();
  return applied;
}

async function migrate(location: DatabaseLocation): Promise<void> {
  const url = databaseUrlOf(location, readEnvironment());
  const applied = url === null ? await migrateEmbedded(location) : await migratePostgres(url);
  process.stderr.write(
    applied.length === 0
      ? 'The database is up to date.\n'
      : `Applied migrations: ${applied.join(', ')}.\n`,
  );
}

export function migrateCommand(): Command {
  return addDatabaseOptions(new Command('migrate')).action(migrate);
}
