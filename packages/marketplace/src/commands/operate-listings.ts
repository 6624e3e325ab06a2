import { Command } from 'commander';
import { approveReview, archiveListing } from '../flows/operate-listing.ts';
import { addPlaceOptions, requireDatabase, withStore, type Place } from './with-store.ts';

async function approve(ref: string, options: Place): Promise<void> {
  const listing = await withStore(
    requireDatabase(options),
    { sealing: true },
    ({ store, identity }) => approveReview({ listings: store.listings, identity }, ref),
  );
  process.stderr.write(`Published ${listing.slug}.\n`);
}

async function archive(ref: string, options: Place & { reason: string }): Promise<void> {
  const listing = await withStore(requireDatabase(options), { sealing: false }, ({ store }) =>
    archiveListing({ listings: store.listings }, ref, options.reason),
  );
  process.stderr.write(`Archived ${listing.slug}.\n`);
}

export function reviewsCommand(): Command {
  const command = addPlaceOptions(new Command('approve'))
    .description('Publish a provider that the review flagged: the answer to an appeal.')
    .argument('<id>', 'id or slug')
    .action(approve);
  return new Command('reviews').addCommand(command);
}

export function listingsCommand(): Command {
  const command = addPlaceOptions(new Command('archive'))
    .description('Take a listing off the market for good.')
    .argument('<id>', 'id or slug')
    .requiredOption('--reason <text>', 'what its owner is told')
    .action(archive);
  return new Command('listings').addCommand(command);
}
