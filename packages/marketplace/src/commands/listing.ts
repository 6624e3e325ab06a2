import { Command } from 'commander';
import { archiveListing } from '../listings/archive-listing.ts';
import {
  addDatabaseOptions,
  requireDatabase,
  withStore,
  type DatabaseLocation,
} from './open-database.ts';

async function archive(ref: string, options: DatabaseLocation & { reason: string }): Promise<void> {
  const listing = await withStore(requireDatabase(options), { sealing: false }, ({ store }) =>
    archiveListing({ listings: store.listings }, ref, options.reason),
  );
  process.stderr.write(`Archived ${listing.slug}.\n`);
}

export function listingsCommand(): Command {
  const command = addDatabaseOptions(new Command('archive'))
    .description('Take a listing off the market for good.')
    .argument('<id>', 'id or slug')
    .requiredOption('--reason <text>', 'reason, shown to the owner')
    .action(archive);
  return new Command('listings').addCommand(command);
}
