import type { Client, OwnListing } from '@mkt/client';
import {
  type CatalogueHistoryEntry,
  type CatalogueListing,
  type HistoryActor,
  type HistoryEntry,
  textMembers,
} from '@mkt/protocol';
import { pageOptions, type PageOptions } from '../cli/list-command.ts';
import { type GlobalOptions, newCommand } from '../cli/new-command.ts';
import { withoutUndefined } from '../cli/options.ts';
import { ownOrPublic } from '../cli/own-or-public.ts';
import type { CommandFactory, Session } from '../cli/session.ts';
import { CliError } from '../errors/cli-error.ts';
import { confirm } from '../input/ask.ts';
import { jsonOf, readBytes } from '../input/read-input.ts';
import { awaitReview } from '../publish/await-review.ts';
import { findingText } from '../show/check.ts';
import { commandToRun } from '../show/command-to-run.ts';
import { formatHealth, formatStatus, listingFacts, showState } from '../show/listing.ts';
import { type Page, type PageView, showPage } from '../show/page.ts';
import { formatPrice, formatTime } from '../show/price.ts';
import type { Style } from '../terminal/style.ts';
import { truncate } from '../terminal/text.ts';

interface ListingsListOptions extends GlobalOptions, PageOptions {
  archived?: boolean;
}

const row = (listing: OwnListing): string[] => [
  listing.slug,
  truncate(listing.title, 40),
  formatStatus(listing),
  formatPrice(listing.price),
  formatHealth(listing.health),
  truncate(listing.reviewRejectionReason ?? '', 60),
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
        headings: ['listing', 'title', 'status', 'price', 'health', 'reason'],
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
      'Finds your own listings in every state, with their last review, and listings of others that are for sale. Passed checks of the review are counted, and listed with --verbose.',
    examples: [
      ['mkt listings show text-insights', 'input, output and example; the schemas with --json'],
      ['mkt listings show my-draft --verbose', 'with every check of its last review'],
    ],
  })
    .argument('<listing>', 'slug or id')
    .action(async (id: string, options: GlobalOptions) => {
      const session = open(options);
      const listing = await ownOrPublic<OwnListing, CatalogueListing>(
        session,
        ({ listings }, request) => listings.get(id, request),
        (market, request) => market.listing(id, request),
      );
      const isVerbose = options.verbose ?? false;
      session.output.result(listing, (shown, style) => listingFacts(shown, style, { isVerbose }));
      if (listing.listingState === 'published') {
        session.output.line(`Call it: ${commandToRun(listing)}`);
      }
    });

interface ListingsCreateOptions extends GlobalOptions {
  draft?: boolean;
  wait: boolean;
}

export const listingsCreate: CommandFactory = (open) =>
  newCommand({
    description:
      'The file has title, price { amount } and runContract { method, endpointPath, … } as JSON. ' +
      'A service with /contract needs no such file: use mkt publish.',
    examples: [
      ['mkt listings create listing.json', 'submit it for review'],
      ['mkt listings create listing.json --draft', 'save it as a draft'],
    ],
  })
    .argument('<file>', 'listing as JSON, or - for stdin')
    .option('--draft', 'save it as a draft, without a review')
    .option('--no-wait', 'do not wait for the review')
    .action(async (file: string, options: ListingsCreateOptions) => {
      const session = open(options);
      const { shell, output } = session;
      const { text } = jsonOf(await readBytes(file, shell), file === '-' ? 'stdin' : file);
      const client = await session.client();
      const { JsonText } = await import('@mkt/client');
      // Sent unchecked: the marketplace reports every problem with its location.
      const body = new JsonText(options.draft ? asDraft(text) : text);
      const listing = await client.listings.create(body, { signal: shell.signal });
      if (!options.wait || listing.status !== 'pending_review') {
        return output.result(listing, reviewed);
      }
      await showReview(session, client, listing);
    });

function asDraft(json: string): string {
  if (!json.trimStart().startsWith('{')) return json;
  const members = textMembers(json)
    .filter(({ name }) => name !== 'listingState')
    .map(({ name, text }) => `${JSON.stringify(name)}:${text}`);
  return `{${[...members, '"listingState":"draft"'].join(',')}}`;
}

/** A listing with every check of its review. */
const reviewed = (listing: OwnListing, style: Style) =>
  listingFacts(listing, style, { isVerbose: true });

/** Waits for the review and prints the listing; a flagged listing is an error. */
async function showReview(
  { output, shell }: Session,
  client: Client,
  { id }: OwnListing,
): Promise<void> {
  const spinner = output.spin('review');
  const listing = await awaitReview(client, id, { signal: shell.signal }).finally(spinner.stop);
  output.result(listing, reviewed);
  if (listing.status !== 'flagged') return;
  throw new CliError('review_flagged', `The review flagged ${listing.slug}.`, {
    checks: output.isJson ? listing.reviewChecks : [],
    next: `Fix the failed checks, then: mkt listings submit ${listing.slug}`,
  });
}

interface ListingsSubmitOptions extends GlobalOptions {
  wait: boolean;
}

export const listingsSubmit: CommandFactory = (open) =>
  newCommand({
    examples: [['mkt listings submit text-insights', 'after fixing what the review flagged']],
  })
    .argument('<listing>', 'slug or id')
    .option('--no-wait', 'do not wait for the review')
    .action(async (id: string, options: ListingsSubmitOptions) => {
      const session = open(options);
      const client = await session.client();
      const listing = await client.listings.submit(id, { signal: session.shell.signal });
      if (!options.wait) return session.output.result(listing, reviewed);
      await showReview(session, client, listing);
    });

type Entry = CatalogueHistoryEntry | HistoryEntry;

const MAX_FIELDS = 40;
const MAX_FINDINGS = 5;
const MAX_MESSAGE = 70;
const MAX_NAME = 20;

function formatActor({ kind, name }: HistoryActor): string {
  return name === null ? kind : truncate(name, MAX_NAME);
}

/** The last part of each pointer: `/runContract/inputSchema` is `inputSchema`. */
const formatFields = ({ changes }: CatalogueHistoryEntry): string =>
  truncate(changes.map(({ path }) => path.slice(path.lastIndexOf('/') + 1)).join(', '), MAX_FIELDS);

/** Its creation and its first publication change nothing for buyers, as there were none. */
const isFirst = ({ revision, changes }: CatalogueHistoryEntry): boolean =>
  revision === 1 &&
  changes.some(({ path }) => path === '/title' || path === '/listingState') &&
  changes.every(
    ({ path, from }) => from === null || (path === '/listingState' && from === 'draft'),
  );

/** The verdict with what it rests on, the most severe first. */
function formatVerdict(entry: CatalogueHistoryEntry): string {
  const { verdict, findings } = entry;
  if (findings.length === 0) return isFirst(entry) ? 'first' : verdict;
  const shown = findings
    .slice(0, MAX_FINDINGS)
    .map((finding) => truncate(findingText(finding), MAX_MESSAGE));
  const more = findings.length - shown.length;
  return `${verdict}: ${shown.join(' ')}${more > 0 ? ` (${more} more: --json)` : ''}`;
}

/** A line for each change; only the owner's history says who made it. */
function historyView(entries: readonly Entry[]): PageView<Entry> {
  const isOwn = entries.some((entry) => 'actor' in entry);
  return {
    headings: ['revision', 'changed', ...(isOwn ? ['by'] : []), 'fields', 'for buyers'],
    row: (entry) => [
      String(entry.revision),
      formatTime(entry.at) ?? '',
      ...('actor' in entry ? [formatActor(entry.actor)] : []),
      formatFields(entry),
      formatVerdict(entry),
    ],
    empty: 'Nothing has changed.',
  };
}

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
      (market, request) => market.listingHistory(id, query, request),
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

interface ListingsDeleteOptions extends GlobalOptions {
  yes?: boolean;
}

export const listingsDelete: CommandFactory = (open) =>
  newCommand({
    description: 'A listing that was published can only be archived: mkt listings archive.',
    examples: [['mkt listings delete my-draft --yes', 'without confirmation']],
  })
    .argument('<listing>', 'slug or id')
    .option('-y, --yes', 'delete without confirmation')
    .action(async (id: string, options: ListingsDeleteOptions) => {
      const session = open(options);
      await confirm(session, `Delete ${id}?`, options.yes);
      const { listings } = await session.client();
      await listings.delete(id, { signal: session.shell.signal });
      session.output.result({ deleted: id }, () => '');
      session.output.done('deleted', id);
    });
