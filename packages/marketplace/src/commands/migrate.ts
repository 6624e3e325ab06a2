import { Command } from 'commander';
import { migratePostgres } from '../composition/postgres-storage.ts';
import { databaseUrlOf } from '../config/config.ts';
import { readEnvironment } from '../config/env.ts';
import { addPlaceOptions, openPlace, type Place } from './with-store.ts';

async function migrateEmbedded(place: Place): Promise<string[]> {
  const { applied, close } = await openPlace(place);
  await close();
  return applied;
}

async function migrate(place: Place): Promise<void> {
  const url = databaseUrlOf(place, readEnvironment());
  const applied = url === null ? await migrateEmbedded(place) : await migratePostgres(url);
  process.stderr.write(
    applied.length === 0 ? 'The database is up to date.\n' : `Applied ${applied.join(', ')}.\n`,
  );
}

export function migrateCommand(): Command {
  return addPlaceOptions(new Command('migrate')).action(migrate);
}
