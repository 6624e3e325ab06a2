import {
  DEFAULT_CURRENCY,
  type CatalogueListing,
  type CatalogueSort,
  type HealthStatus,
} from '@mkt/protocol';
import { choice } from '../command-line/choice.ts';
import { given } from '../command-line/given.ts';
import { money, newCommand, type GlobalOptions, type Money } from '../command-line/new-command.ts';
import { pageOptions, showPage, type PageOptions } from '../show/page.ts';
import type { CommandFactory } from '../command-line/session.ts';
import { cut, healthWords, priceWords } from '../show/price.ts';

interface Options extends GlobalOptions, PageOptions {
  category?: string;
  tag?: string;
  maxPrice?: Money;
  health?: HealthStatus;
  sort?: CatalogueSort;
}

const row = (listing: CatalogueListing): string[] => [
  listing.slug,
  cut(listing.title, 40),
  priceWords(listing.price),
  listing.category ?? '',
  healthWords(listing.health),
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
      heads: ['listing', 'title', 'price', 'category', 'health'],
      row,
      none: 'Nothing for sale matches.',
    });
  });
