import { Command } from 'commander';
import { DEFAULT_DATA } from '../config/config.ts';
import { approveReview, archiveListing } from '../flows/operate-listing.ts';
import { requireDatabase, withStore } from './with-store.ts';

interface Options {
  data?: string;
}

async function approve(ref: string, options: Options): Promise<void> {
  const data = requireDatabase(options.data ?? DEFAULT_DATA);
  const listing = await withStore(data, { sealing: true }, ({ store, identity }) =>
    approveReview({ listings: store.listings, identity }, ref),
  );
  process.stderr.write(`Published ${listing.slug}.\n`);
}

async function archive(ref: string, options: Options & { reason: string }): Promise<void> {
  const data = requireDatabase(options.data ?? DEFAULT_DATA);
  const listing = await withStore(data, { sealing: false }, ({ store }) =>
    archiveListing({ listings: store.listings }, ref, options.reason),
  );
  process.stderr.write(`Archived ${listing.slug}.\n`);
}

const DATA = ['--data <dir>', `data folder (default: ${DEFAULT_DATA})`] as const;

export function reviewsCommand(): Command {
  const command = new Command('approve')
    .description('Publish a provider that the review flagged: the answer to an appeal.')
    .argument('<id>', 'id or slug')
    .option(...DATA)
    .action(approve);
  return new Command('reviews').addCommand(command);
}

export function listingsCommand(): Command {
  const command = new Command('archive')
    .description('Take a listing off the market for good.')
    .argument('<id>', 'id or slug')
    .requiredOption('--reason <text>', 'what its owner is told')
    .option(...DATA)
    .action(archive);
  return new Command('listings').addCommand(command);
}
