import type { Listing } from '@mkt/protocol';
import { pageOptions, type PageOptions } from '../cli/list-command.ts';
import { newCommand, type GlobalOptions } from '../cli/new-command.ts';
import type { CommandFactory } from '../cli/session.ts';
import { withoutUndefined } from '../cli/without-undefined.ts';
import { formatHealth } from '../show/health.ts';
import { showPage } from '../show/page.ts';
import { formatPrice } from '../show/price.ts';
import { truncate } from '../terminal/text.ts';

interface ListingsListOptions extends GlobalOptions, PageOptions {
  archived?: boolean;
}

const row = (listing: Listing): string[] => [
  listing.slug,
  truncate(listing.title, 40),
  listing.listingState,
  formatPrice(listing.price),
  formatHealth(listing.health),
];

export const listingsList: CommandFactory = (open) =>
  pageOptions(
    newCommand({
      examples: [
        ['mkt listings list', 'only yours; mkt search shows everything for sale'],
        ['mkt listings list --archived', 'also those that are archived'],
      ],
    }).option('--archived', 'show archived listings too'),
  ).action(async ({ archived, limit, cursor, ...options }: ListingsListOptions) => {
    const { client, output, shell } = open(options);
    const { listings } = await client();
    const page = await listings.list(withoutUndefined({ limit, cursor }), { signal: shell.signal });
    const shown = page.data.filter((listing) => archived || listing.listingState !== 'archived');
    const hidden = page.data.length - shown.length;
    await showPage(
      output,
      { data: shown, nextCursor: page.nextCursor },
      {
        headings: ['listing', 'title', 'state', 'price', 'health'],
        row,
        empty:
          hidden > 0
            ? 'Every listing on this page is archived.'
            : 'You have no listings. Create one: mkt publish',
      },
    );
    if (hidden > 0) output.line(`${hidden} archived, not shown. To see them: --archived`);
  });
