import type { Listing } from '@mkt/protocol';
import { given } from '../../command-line/given.ts';
import { newCommand, type GlobalOptions } from '../../command-line/new-command.ts';
import type { CommandFactory } from '../../command-line/session.ts';
import { pageOptions, showPage, type PageOptions } from '../../show/page.ts';
import { cut, healthWords, priceWords } from '../../show/price.ts';

type Options = GlobalOptions & PageOptions;

const row = (listing: Listing): string[] => [
  listing.slug,
  cut(listing.title, 40),
  listing.listingState,
  priceWords(listing.price),
  healthWords(listing.health),
];

export const command: CommandFactory = (open) =>
  pageOptions(
    newCommand({
      examples: [['mkt listings list', 'yours; mkt search finds those of others']],
    }),
  ).action(async (options: Options) => {
    const { client, output, shell } = open(options);
    const { limit, cursor } = options;
    const { listings } = await client();
    const page = await listings.list(given({ limit, cursor }), { signal: shell.signal });
    showPage(output, page, {
      heads: ['listing', 'title', 'state', 'price', 'health'],
      row,
      none: 'You have no listings. mkt publish makes one.',
    });
  });
