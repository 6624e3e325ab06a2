import type { CatalogueHistoryEntry, CatalogueListing, HistoryEntry, Listing } from '@mkt/protocol';
import { pageOptions, type PageOptions } from '../cli/list-command.ts';
import { type GlobalOptions, newCommand } from '../cli/new-command.ts';
import { withoutUndefined } from '../cli/options.ts';
import { ownOrPublic } from '../cli/own-or-public.ts';
import type { CommandFactory } from '../cli/session.ts';
import { confirm } from '../input/ask.ts';
import { commandToRun } from '../show/command-to-run.ts';
import { historyView } from '../show/history.ts';
import { formatHealth, listingFacts, showState } from '../show/listing.ts';
import { type Page, showPage } from '../show/page.ts';
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

type Entry = CatalogueHistoryEntry | HistoryEntry;

export const listingsHistory: CommandFactory = (open) =>
  pageOptions(
    newCommand({
      description:
        'Shows every change to your own listings; for listings of others, the changes since they were published.',
      examples: [
        ['mkt listings history text-insights', 'the newest 20 changes'],
        ['mkt listings history text-insights --json', 'with all values and findings'],
      ],
    }).argument('<listing>', 'slug or id'),
  ).action(async (id: string, options: GlobalOptions & PageOptions) => {
    const session = open(options);
    const { limit, cursor } = options;
    const query = withoutUndefined({ limit, cursor });
    const page = await ownOrPublic<Page<Entry>, Page<Entry>>(
      session,
      ({ listings }, request) => listings.history(id, query, request),
      ({ marketplace }, request) => marketplace.history(id, query, request),
    );
    await showPage(session.output, page, historyView(page.data));
  });

export const listingsPause: CommandFactory = (open) =>
  newCommand({
    examples: [['mkt listings pause text-insights', 'buyers cannot call it until it is resumed']],
  })
    .argument('<listing>', 'slug or id')
    .action(async (id: string, options: GlobalOptions) => {
      const { client, output, shell } = open(options);
      const { listings } = await client();
      showState(output, await listings.pause(id, { signal: shell.signal }));
    });

export const listingsResume: CommandFactory = (open) =>
  newCommand({
    examples: [['mkt listings resume text-insights', 'buyers can call it again']],
  })
    .argument('<listing>', 'slug or id')
    .action(async (id: string, options: GlobalOptions) => {
      const { client, output, shell } = open(options);
      const { listings } = await client();
      showState(output, await listings.resume(id, { signal: shell.signal }));
    });

interface ListingsArchiveOptions extends GlobalOptions {
  yes?: boolean;
}

export const listingsArchive: CommandFactory = (open) =>
  newCommand({
    examples: [['mkt listings archive text-insights --yes', 'without confirmation']],
  })
    .argument('<listing>', 'slug or id')
    .option('-y, --yes', 'archive without confirmation')
    .action(async (id: string, options: ListingsArchiveOptions) => {
      const session = open(options);
      await confirm(session, `Archive ${id}? This cannot be undone.`, options.yes);
      const { listings } = await session.client();
      showState(session.output, await listings.archive(id, { signal: session.shell.signal }));
    });
