import { Command, InvalidArgumentError } from 'commander';
import { iso, isoOrNull } from '../http/respond.ts';
import type { FailingListing } from '../listings/health.ts';
import type { Listing } from '../listings/listing.ts';
import { archiveListing } from '../listings/remove.ts';
import { approveReview } from '../listings/review.ts';
import { listingNotFound } from '../market/refusal.ts';
import { readConfig, readEnvironment } from '../server/config.ts';
import { systemClock } from '../server/outside.ts';
import { createLog } from '../server/log.ts';
import { openSellers } from '../server/sellers.ts';
import {
  addDatabaseOptions,
  type DatabaseLocation,
  everyPage,
  inTime,
  type OpenedStore,
  withStore,
} from './open-database.ts';
import { ageMs, asJson, countUpTo, table } from './words.ts';

async function archive(ref: string, options: DatabaseLocation & { reason: string }): Promise<void> {
  const listing = await withStore(options, { sealing: false }, (opened) =>
    archiveListing(opened, ref, options.reason),
  );
  process.stderr.write(`Archived ${listing.slug}.\n`);
}

export function listingsCommand(): Command {
  const command = addDatabaseOptions(new Command('archive'))
    .description('Take a listing off the market for good.')
    .argument('<id>', 'id or slug')
    .requiredOption('--reason <text>', 'reason, shown to the owner')
    .action(archive);
  const health = addDatabaseOptions(new Command('health'))
    .description(
      'List the listings whose orders fail or wait, or whose probes fail, those with the most failed orders first.',
    )
    .option(
      '--newer-than <age>',
      'count orders placed within this time, such as 15m',
      ageMs,
      HOUR_MS,
    )
    .option('--limit <n>', 'how many to list', countUpTo(MAX_FAILING), 20)
    .option('--json', 'print JSON')
    .action(listHealth);
  return new Command('listings').addCommand(command).addCommand(health);
}

const HOUR_MS = 3_600_000;
const MAX_FAILING = 1_000;

interface HealthOptions extends DatabaseLocation {
  newerThan: number;
  limit: number;
  json?: boolean;
}

/** The share of settled orders that completed; null if none has settled. */
function successRate({ completed, failed }: FailingListing): number | null {
  return completed + failed === 0 ? null : completed / (completed + failed);
}

const failureText = ({ kind, sellerStatus, count }: FailingListing['failures'][number]) =>
  `${kind}${sellerStatus === null ? '' : ` ${sellerStatus}`} ×${count}`;

const presentHealth = (listing: FailingListing) => ({
  id: listing.id,
  slug: listing.slug,
  sellerAccountId: listing.sellerId,
  status: listing.status,
  orders: listing.orders,
  completed: listing.completed,
  failed: listing.failed,
  successRate: successRate(listing),
  failures: listing.failures.map(({ sellerStatus, ...failure }) => ({
    ...failure,
    ...(sellerStatus === null ? {} : { sellerStatus }),
  })),
  lastFailure: listing.lastFailure && {
    orderId: listing.lastFailure.orderId,
    at: iso(listing.lastFailure.atMs),
    message: listing.lastFailure.message,
  },
  waiting: listing.waiting,
  running: listing.running,
  probe: listing.probe,
  probedAt: isoOrNull(listing.probedAtMs),
});

async function listHealth(options: HealthOptions): Promise<void> {
  const { newerThan, limit } = options;
  const sinceMs = systemClock.now() - newerThan;
  const listings = await withStore(options, { sealing: false }, ({ store }) =>
    inTime(
      store.health.failing({ sinceMs, limit }),
      'Count fewer with --newer-than, such as --newer-than 5m.',
    ),
  );
  if (options.json) {
    process.stdout.write(`${asJson(listings.map(presentHealth))}\n`);
    return;
  }
  const rows = listings.map((listing) => {
    const rate = successRate(listing);
    return [
      listing.slug,
      String(listing.orders),
      String(listing.failed),
      rate === null ? '' : `${Math.floor(100 * rate)} %`,
      String(listing.waiting),
      listing.probe,
      listing.failures.map(failureText).join(', '),
    ];
  });
  const names = ['slug', 'orders', 'failed', 'success', 'waiting', 'probe', 'failures'];
  process.stdout.write(table(names, rows));
}

interface Options extends DatabaseLocation {
  json?: boolean;
}

const firstLine = (text: string | null) => text?.split('\n')[0] ?? '';

async function list(options: Options): Promise<void> {
  const listings = await withStore(options, { sealing: false }, ({ store }) =>
    everyPage(store.listings.reviewed),
  );
  if (options.json) {
    process.stdout.write(`${asJson(listings.map(summary))}\n`);
    return;
  }
  const rows = listings.map(({ id, status, slug, rejectionReason }) => [
    id,
    status,
    slug,
    firstLine(rejectionReason),
  ]);
  process.stdout.write(table(['id', 'status', 'slug', 'reason'], rows));
}

const summary = ({ id, slug, status, version, rejectionReason, content }: Listing) => ({
  id,
  slug,
  status,
  version,
  title: content.title,
  reviewRejectionReason: rejectionReason,
});

/** Prints everything that buyers would see, and the result of the review. */
async function show(ref: string, options: Options): Promise<void> {
  const listing = await withStore(options, { sealing: false }, async ({ store }) => {
    const found = await store.listings.find(ref);
    if (!found) throw listingNotFound(ref);
    return found;
  });
  const { content, accountId, reviewChecks, id, status, version } = listing;
  const record = { ...summary(listing), userId: accountId, ...content, reviewChecks };
  process.stdout.write(`${asJson(record, options.json ? undefined : 2)}\n`);
  if (status === 'flagged') {
    process.stderr.write(
      `To publish it as it is: mkt-marketplace reviews approve ${id} --if-version ${version}\n`,
    );
  }
}

/** Opens what calls sellers, in dev mode if the server last ran in it. */
async function openSellersAt(location: DatabaseLocation, { store }: OpenedStore) {
  const dev = (await store.accounts.servedInDevMode()) === true;
  const config = readConfig({ ...location, dev }, readEnvironment(), undefined);
  const { signal: ending } = new AbortController();
  const log = createLog('silent');
  return openSellers({ config, clock: systemClock, log, resolve: undefined, ending });
}

async function approve(
  ref: string,
  options: DatabaseLocation & { ifVersion: number },
): Promise<void> {
  const listing = await withStore(options, { sealing: true }, async (opened) => {
    const sellers = await openSellersAt(options, opened);
    try {
      return await sellers.withChecks('operator', (checks) =>
        approveReview(opened, checks, ref, options.ifVersion),
      );
    } finally {
      await sellers.close();
    }
  });
  process.stderr.write(`Published ${listing.slug}.\n`);
}

function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

export function reviewsCommand(): Command {
  const listing = addDatabaseOptions(new Command('list'))
    .description('List the listings that are under review or were flagged, newest first.')
    .option('--json', 'print JSON')
    .action(list);
  const showing = addDatabaseOptions(new Command('show'))
    .description('Show a listing as buyers would see it, and what its review found.')
    .argument('<id>', 'id or slug')
    .option('--json', 'print JSON on one line')
    .action(show);
  const approving = addDatabaseOptions(new Command('approve'))
    .description(
      'Publish a listing that the review flagged. Every check except `content` runs again first.',
    )
    .argument('<id>', 'id or slug')
    .requiredOption(
      '--if-version <n>',
      'version printed by `reviews show`; refused if the listing has changed since',
      wholeNumber,
    )
    .action(approve);
  return new Command('reviews').addCommand(listing).addCommand(showing).addCommand(approving);
}
