import type { CatalogueListing, Listing } from '@mkt/protocol';
import { newCommand, type GlobalOptions } from '../cli/new-command.ts';
import { ownOrPublic } from '../cli/own-or-public.ts';
import type { CommandFactory } from '../cli/session.ts';
import { commandToRun } from '../show/command-to-run.ts';
import { listingFacts } from '../show/listing.ts';

export const listingsShow: CommandFactory = (open) =>
  newCommand({
    description:
      'Finds your own listings in every state, and listings of others that are for sale.',
    examples: [
      ['mkt listings show text-insights', 'input, output and example; the schemas with --json'],
    ],
  })
    .argument('<listing>', 'slug or id')
    .action(async (id: string, options: GlobalOptions) => {
      const session = open(options);
      const listing = await ownOrPublic<Listing, CatalogueListing>(
        session,
        ({ listings }, request) => listings.get(id, request),
        ({ marketplace }, request) => marketplace.listing(id, request),
      );
      session.output.result(listing, listingFacts);
      if (listing.listingState === 'published') {
        session.output.line(`Call it: ${commandToRun(listing)}`);
      }
    });
