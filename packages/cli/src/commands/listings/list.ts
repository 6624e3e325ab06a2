import type { Listing } from '@mkt/protocol';
import { listCommand } from '../../command-line/list-command.ts';
import type { CommandFactory } from '../../command-line/session.ts';
import { formatHealth } from '../../show/health.ts';
import { formatPrice } from '../../show/price.ts';
import { truncate } from '../../terminal/printable.ts';

export const command: CommandFactory = (open) =>
  listCommand<Listing>(open, {
    examples: [['mkt listings list', 'only yours; mkt search shows everything for sale']],
    load: ({ listings }, query, options) => listings.list(query, options),
    headings: ['listing', 'title', 'state', 'price', 'health'],
    row: (listing) => [
      listing.slug,
      truncate(listing.title, 40),
      listing.listingState,
      formatPrice(listing.price),
      formatHealth(listing.health),
    ],
    empty: 'You have no listings. Create one: mkt publish',
  });
