import { Command } from 'commander';
import { archiveListing } from '../flows/archive-listing.ts';
import { addPlaceOptions, requireDatabase, withStore, type Place } from './with-store.ts';

async function archive(ref: string, options: Place & { reason: string }): Promise<void> {
  const listing = await withStore(requireDatabase(options), { sealing: false }, ({ store }) =>
    archiveListing({ listings: store.listings }, ref, options.reason),
  );
  process.stderr.write(`Archived ${listing.slug}.\n`);
}

export function listingsCommand(): Command {
  const command = addPlaceOptions(new Command('archive'))
    .description('Take a listing off the market for good.')
    .argument('<id>', 'id or slug')
    .requiredOption('--reason <text>', 'what its owner is told')
    .action(archive);
  return new Command('listings').addCommand(command);
}
