// Runs every combination of filters and sort orders of the catalogue on 100,000 listings, and the list of
// a seller's own listings:
//   node --conditions=mkt-source packages/marketplace/torture/lists.ts [--on postgres] [--listings N]
// The times are processor time, of the process and of Postgres, so that they mean the same on a busy machine.
import { rm } from 'node:fs/promises';
import process from 'node:process';
import { parseArgs } from 'node:util';
import type { HealthStatus } from '@mkt/protocol';
import {
  COMMON,
  fillListings,
  FREQUENT,
  RARE,
  text,
  type SampleListing,
} from '../../../bench/filled-listings.ts';
import { openStore, storeOf, type OpenedStore } from '../../../bench/filled-store.ts';
import { createDatabase } from '../../../bench/cluster-database.ts';
import { createRandom } from '../../../bench/measure/random.ts';
import { temporaryFolder } from '../../../bench/measure/temporary-folder.ts';
import { startPostgres } from '../../../bench/postgres.ts';
import { childrenOf, mainThreadMs } from '../../../e2e/torture/process-figures.ts';
import type { CatalogueSearch } from '../src/catalogue/search.ts';
import { UNKNOWN_STEP } from '../src/database/day-slots.ts';
import { openPostgres } from '../src/database/postgres/engine.ts';
import type { Keyset } from '../src/market/page.ts';

/** e2e/torture/README.md: no search may take longer. */
const LIMIT_MS = 60;
const SHOWN = 15;
const ROUNDS = 3;
const READER = { name: 'torture' };

const { values } = parseArgs({
  options: {
    on: { type: 'string', default: 'sqlite' },
    listings: { type: 'string', default: '100000' },
    pages: { type: 'string', default: '2' },
    /** How many of the combinations to check, chosen by the seed; by default all. */
    searches: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
});

/** In every title. */
const EVERY = 'service';
/** The beginning of a word in every title. */
const BEGINNING = EVERY.slice(0, 4);
/** In none. */
const MISSPELLED = 'translte';

const CHOICES = {
  words: [
    [],
    [EVERY],
    [BEGINNING],
    [COMMON],
    [RARE],
    [MISSPELLED],
    [EVERY, COMMON],
    [EVERY, 'no'],
    FREQUENT,
    ['s'],
  ],
  sort: ['relevance', 'newest', 'price', 'calls', 'quality'],
  category: [undefined, 'data', 'finance', 'nothing'],
  tag: [undefined, 'many', 'few', 'nothing'],
  currency: [undefined, 'USD', 'EUR', 'JPY'],
  maxPriceMicros: [undefined, 0, 500_000],
  health: [undefined, 'healthy', 'unhealthy', 'unknown'],
} as const satisfies Partial<Record<keyof CatalogueSearch, readonly unknown[]>>;

function combinations(): Partial<CatalogueSearch>[] {
  let all: Partial<CatalogueSearch>[] = [{}];
  for (const [name, choices] of Object.entries(CHOICES)) {
    all = all.flatMap((search) => choices.map((value) => ({ ...search, [name]: value })));
  }
  // As `catalogue/search.ts` does it.
  return all.filter(
    ({ words = [], sort, currency, maxPriceMicros }) =>
      (sort !== 'relevance' || words.length > 0) &&
      (currency !== undefined || (sort !== 'price' && maxPriceMicros === undefined)),
  );
}

function healthOf(number: number): HealthStatus {
  if (number % 2_000 === 4) return 'unhealthy';
  return number % 2 === 0 ? 'healthy' : 'not_configured';
}

/** Values from the most common to the rarest; some of `CHOICES` do not occur at all. */
const sample = (number: number, random: () => number): SampleListing => ({
  title: `${text(random, 2)} ${EVERY}${number % 10 === 0 ? ` ${COMMON}` : ''}`,
  description: text(random, 20) + (number % 1_000 === 0 ? ` ${RARE}` : ''),
  category: number % 2_000 === 0 ? 'finance' : 'data',
  tags: [number % 2_000 === 1 ? 'few' : 'many', text(random, 1)],
  priceMicros: number % 2_000 === 2 ? 0 : 10_000 + Math.floor(random() * 1_000_000),
  currency: number % 2_000 === 3 ? 'EUR' : 'USD',
  health: healthOf(number),
  calls: number % 3 === 0 ? Math.floor(1_000 * random() ** 3) : 0,
  step: number % 3 === 0 ? Math.floor(10 * random()) : UNKNOWN_STEP,
});

interface Place extends OpenedStore {
  /** The processor time of Postgres, in ms. */
  serverMs(): Promise<number>;
  remove(): Promise<void>;
}

async function onSqlite(): Promise<Place> {
  const folder = temporaryFolder();
  const opened = await openStore(folder);
  return {
    ...opened,
    serverMs: () => Promise.resolve(0),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function onPostgres(): Promise<Place> {
  const server = await startPostgres();
  if (!server) throw new Error('There is no Postgres.');
  const url = await createDatabase(server.url);
  const { engine, migrate, close } = openPostgres({ url, connections: 8 });
  await migrate();
  return {
    ...storeOf({ engine, close }),
    async serverMs() {
      const figures = (await childrenOf(server.pid)).map(mainThreadMs);
      return (await Promise.all(figures)).reduce((sum, { ran }) => sum + ran, 0);
    },
    remove: () => server.stop(),
  };
}

const opened = await (values.on === 'postgres' ? onPostgres : onSqlite)();
await fillListings(opened, Number(values.listings), 7, sample);
process.stderr.write('filled\n');

const PAGE = { maxBytes: 1_048_576, limit: 20 };

type ReadPage = (after: Keyset | null) => Promise<{ next: Keyset | undefined }>;

/** A page of a search, and where the next one begins. */
const searching =
  (given: Partial<CatalogueSearch>): ReadPage =>
  async (after) => {
    const search = { ...given, ...PAGE, includeContract: false, after };
    // Refused if the machine is too busy to run it in 5 s.
    const { items, more } = await opened.store.catalogue
      .search(search as CatalogueSearch, READER)
      .catch(() => ({ items: [], more: false }));
    const last = items.at(-1);
    return { next: more && last ? { key: last.key, id: last.listing.id } : undefined };
  };

/** A page of the listings of the account that has them all. */
const readOwn =
  (accountId: string): ReadPage =>
  async (after) => {
    const page = { ...PAGE, limit: 100, after };
    const { items, more } = await opened.store.listings.list(accountId, page, READER);
    const last = items.at(-1);
    return { next: more && last ? { key: 0, id: last.id } : undefined };
  };

interface Timed {
  name: string;
  ms: number;
}

async function timed(name: string, read: ReadPage): Promise<Timed[]> {
  const pages: Timed[] = [];
  let after: Keyset | null = null;
  for (let page = 1; page <= Number(values.pages); page++) {
    let least = Infinity;
    let next: Keyset | undefined;
    for (let round = 0; round < ROUNDS; round++) {
      const serverMs = await opened.serverMs();
      const before = process.cpuUsage();
      ({ next } = await read(after));
      const { user, system } = process.cpuUsage(before);
      least = Math.min(least, (user + system) / 1_000 + (await opened.serverMs()) - serverMs);
      // A quick one needs no second look.
      if (least < LIMIT_MS / 4) break;
    }
    pages.push({ name: `${name} page ${page}`, ms: least });
    if (!next) break;
    after = next;
  }
  return pages;
}

const random = createRandom(Number(values.seed));
const searches = combinations()
  .map((search) => ({ search, at: random() }))
  .toSorted((a, b) => a.at - b.at)
  .slice(0, values.searches === undefined ? undefined : Number(values.searches))
  .map(({ search }) => search);
const some = await opened.store.catalogue.search(
  { ...PAGE, words: [], sort: 'newest', includeContract: false, after: null },
  READER,
);
const owner = some.items[0]?.listing.accountId ?? '';
const all = await timed('own listings', readOwn(owner));
for (const [at, search] of searches.entries()) {
  all.push(...(await timed(JSON.stringify(search), searching(search))));
  if (at % 500 === 499) process.stderr.write(`${at + 1} of ${searches.length}\n`);
}
await opened.close();
await opened.remove();

all.sort((a, b) => b.ms - a.ms);
for (const { name, ms } of all.slice(0, SHOWN))
  process.stdout.write(`${ms.toFixed(0)} ms ${name}\n`);
const slow = all.filter(({ ms }) => ms > LIMIT_MS).length;
const passed = slow === 0 && all.length > 0;
const worst = all[0]?.ms ?? 0;
process.stdout.write(
  `lists: ${passed ? 'PASS' : 'FAIL'} ${all.length} pages of ${searches.length} searches, ${values.listings} listings on ${values.on}: ${slow} over ${LIMIT_MS} ms, at most ${worst.toFixed(0)} ms\n`,
);
process.exitCode = passed ? 0 : 1;
