import { Command } from 'commander';
import { addPlaceOptions, openPlace, type Place } from './with-store.ts';

async function migrate(place: Place): Promise<void> {
  const { applied, close } = await openPlace(place);
  await close();
  process.stderr.write(
    applied.length === 0 ? 'The database is up to date.\n' : `Applied ${applied.join(', ')}.\n`,
  );
}

export function migrateCommand(): Command {
  return addPlaceOptions(new Command('migrate')).action(migrate);
}
