import {
  DEFAULT_CURRENCY,
  type CatalogueListing,
  type CatalogueSort,
  type HealthStatus,
} from '@mkt/protocol';
import { given } from '../command-line/given.ts';
import { newCommand, type GlobalOptions } from '../command-line/new-command.ts';
import { showPage } from '../show/page.ts';
import type { CommandFactory } from '../command-line/session.ts';
import { formatPrice } from '../show/price.ts';
import { choice, money, type Money } from '../command-line/option-values.ts';
import { pageOptions, type PageOptions } from '../command-line/list-command.ts';
import { truncate } from '../terminal/printable.ts';
import { formatHealth } from '../show/health.ts';

interface Options extends GlobalOptions, PageOptions {
  category?: string;
  tag?: string;
  maxPrice?: Money;
  health?: HealthStatus;
  sort?: CatalogueSort;
}

const row = (listing: CatalogueListing): string[] => [
  listing.slug,
  truncate(listing.title, 40),
  formatPrice(listing.price),
  listing.category ?? '',
  formatHealth(listing.health),
];

export const command: CommandFactory = (open) =>
  pageOptions(
    newCommand({
      examples: [
        ['mkt search', 'the newest'],
        ['mkt search text --max-price 0.05', 'by words, up to a price'],
        ['mkt search --category data --json', 'as JSON'],
      ],
    })
      .argument('[words...]', 'words to look for in title, description and tags')
      .option('--category <category>', 'only of this category')
      .option('--tag <tag>', 'only with this tag')
      .option(
        '--max-price <amount>',
        "only up to this price of a call: 0.02 in US dollars, or '5 EUR'",
        money,
      )
      .addOption(
        choice<HealthStatus>('--health <status>', 'only with this health', {
          healthy: true,
          unhealthy: true,
          unknown: true,
          not_configured: true,
        }),
      )
      .addOption(
        choice<CatalogueSort>('--sort <order>', 'in this order', {
          relevance: true,
          newest: true,
          price: true,
        }),
      ),
  ).action(async (words: string[], options: Options) => {
    const { client, output, shell } = open(options);
    const { category, tag, maxPrice, health, sort, limit, cursor } = options;
    const query = words.join(' ') || undefined;
    const { amount: maxAmount, currency: maxCurrency } = maxPrice ?? {};
    // Without it the marketplace compares in US dollars.
    const currency = maxCurrency === DEFAULT_CURRENCY ? undefined : maxCurrency;
    const price = { maxPrice: maxAmount, currency };
    const filters = given({ query, category, tag, ...price, health, sort, limit, cursor });
    const { marketplace } = await client();
    const page = await marketplace.listings(filters, { signal: shell.signal });
    showPage(output, page, {
      headings: ['listing', 'title', 'price', 'category', 'health'],
      row,
      empty: 'Nothing for sale matches.',
    });
  });
