import {
  DEFAULT_CURRENCY,
  type CatalogueListing,
  type CatalogueSort,
  type HealthStatus,
  type HiddenListings,
} from '@mkt/protocol';
import { choice, money, type Money, withoutUndefined } from '../cli/options.ts';
import { newCommand, type GlobalOptions } from '../cli/new-command.ts';
import { showPage } from '../show/page.ts';
import type { CommandFactory } from '../cli/session.ts';
import { formatPrice } from '../show/price.ts';
import { pageOptions, type PageOptions } from '../cli/list-command.ts';
import { quoteArgument, truncate } from '../terminal/text.ts';
import { formatHealth, formatP95, formatSuccess } from '../show/listing.ts';

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
  formatSuccess(listing.quality),
  formatP95(listing.quality),
  truncate(listing.seller.name, 20),
];

/** Why listings that have all words are not shown. */
const LEFT_OUT: Readonly<Record<keyof HiddenListings, string>> = {
  category: 'in another category',
  tag: 'without the tag',
  currency: 'in another currency',
  maxPrice: 'above the highest price',
  health: 'with a different health status',
};

/** `2 in another currency, 1 above the highest price`. */
const hiddenInWords = (hidden: HiddenListings): string =>
  (Object.keys(LEFT_OUT) as (keyof HiddenListings)[])
    .filter((filter) => hidden[filter] !== undefined)
    .map((filter) => `${hidden[filter]} ${LEFT_OUT[filter]}`)
    .join(', ');

export const command: CommandFactory = (open) =>
  pageOptions(
    newCommand({
      examples: [
        ['mkt search', 'everything, newest first'],
        ['mkt search text --max-price 0.05', 'by words and price'],
        ['mkt search --category data --json', 'a category as JSON'],
        ['mkt search --sort calls', 'the most used first'],
      ],
    })
      .argument('[words...]', 'words to look for in title, description and tags')
      .option('--category <category>', 'only listings in this category')
      .option('--tag <tag>', 'only listings with this tag')
      .option(
        '--max-price <amount>',
        "only listings up to this price per call: 0.02 (US dollars) or '5 EUR'",
        money,
      )
      .addOption(
        choice<HealthStatus>('--health <status>', 'only listings with this health status', {
          healthy: true,
          unhealthy: true,
          unknown: true,
          not_configured: true,
        }),
      )
      .addOption(
        choice<CatalogueSort>('--sort <order>', 'sort order', {
          relevance: true,
          newest: true,
          price: true,
          calls: true,
          quality: true,
        }),
      ),
  ).action(async (words: string[], options: Options) => {
    const { client, output, shell } = open(options);
    const { category, tag, maxPrice, health, sort, limit, cursor } = options;
    const query = words.join(' ') || undefined;
    const { amount: maxAmount, currency: maxCurrency } = maxPrice ?? {};
    // The marketplace compares in US dollars by default.
    const currency = maxCurrency === DEFAULT_CURRENCY ? undefined : maxCurrency;
    const price = { maxPrice: maxAmount, currency };
    const isFiltered = [query, category, tag, maxAmount, health, cursor].some(
      (filter) => filter !== undefined,
    );
    const filters = withoutUndefined({
      query,
      category,
      tag,
      ...price,
      health,
      sort,
      limit,
      cursor,
    });
    const market = await client();
    const page = await market.search(filters, { signal: shell.signal });
    await showPage(output, page, {
      headings: ['listing', 'title', 'price', 'category', 'health', 'success', 'p95', 'seller'],
      row,
      empty: isFiltered ? 'No listings match. All of them: mkt search' : 'Nothing is for sale yet.',
    });
    const hidden = page.hidden ? hiddenInWords(page.hidden) : '';
    if (hidden !== '') output.line(`Left out by your filters: ${hidden}.`);
    const [first] = page.data;
    if (first) {
      output.line(`Input, output and example: mkt listings show ${quoteArgument(first.slug)}`);
    }
  });
