// Runs every combination of filters and sort orders of the catalogue on 100,000 listings:
//   node --conditions=mkt-source packages/marketplace/torture/lists.ts [--listings N] [--pages N]
// The times are processor time, so that they mean the same on a busy machine.
import { rm } from 'node:fs/promises';
import process from 'node:process';
import { parseArgs } from 'node:util';
import type { HealthStatus } from '@mkt/protocol';
import {
  COMMON,
  fillListings,
  RARE,
  text,
  type SampleListing,
} from '../../../bench/filled-listings.ts';
import { openStore } from '../../../bench/filled-store.ts';
import { createRandom } from '../../../bench/measure/random.ts';
import { temporaryFolder } from '../../../bench/measure/temporary-folder.ts';
import type { CatalogueSearch } from '../src/catalogue/search.ts';
import type { Keyset } from '../src/market/page.ts';

/** e2e/torture/README.md: no search may take longer. */
const LIMIT_MS = 60;
const SHOWN = 15;
const ROUNDS = 3;
const READER = { name: 'torture' };

const { values } = parseArgs({
  options: {
    listings: { type: 'string', default: '100000' },
    pages: { type: 'string', default: '2' },
    /** How many of the combinations to check, chosen by the seed; by default all. */
    searches: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
});

/** In every title. */
const EVERY = 'service';
/** In none. */
const MISSPELLED = 'translte';

const CHOICES = {
  words: [[], [EVERY], [COMMON], [RARE], [MISSPELLED], [EVERY, COMMON], [EVERY, 'no'], ['s']],
  sort: ['relevance', 'newest', 'price'],
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
});

const folder = temporaryFolder();
const opened = await openStore(folder);
await fillListings(opened, Number(values.listings), 7, sample);
process.stderr.write('filled\n');

/** The processor time of a page in the reader's thread, and where the next page begins. */
async function readPage(given: Partial<CatalogueSearch>, after: Keyset | null) {
  const search = { ...given, includeContract: false, maxBytes: 1_048_576, limit: 20, after };
  const before = process.cpuUsage();
  // Refused if the machine is too busy to run it in 5 s.
  const page = await opened.store.catalogue.search(search as CatalogueSearch, READER).catch(() => ({
    items: [],
    more: false,
  }));
  const { items, more } = page;
  const { user, system } = process.cpuUsage(before);
  const last = items.at(-1);
  const next = more && last ? { key: last.key, id: last.listing.id } : undefined;
  return { ms: (user + system) / 1_000, next };
}

interface Timed {
  name: string;
  ms: number;
}

async function timed(search: Partial<CatalogueSearch>): Promise<Timed[]> {
  const pages: Timed[] = [];
  let after: Keyset | null = null;
  for (let page = 1; page <= Number(values.pages); page++) {
    let least = Infinity;
    let next: Keyset | undefined;
    for (let round = 0; round < ROUNDS; round++) {
      const read = await readPage(search, after);
      least = Math.min(least, read.ms);
      next = read.next;
      // A quick one needs no second look.
      if (least < LIMIT_MS / 4) break;
    }
    pages.push({ name: `${JSON.stringify(search)} page ${page}`, ms: least });
    if (!next) break;
    after = next;
  }
  return pages;
}

const all: Timed[] = [];
const random = createRandom(Number(values.seed));
const searches = combinations()
  .map((search) => ({ search, at: random() }))
  .toSorted((a, b) => a.at - b.at)
  .slice(0, values.searches === undefined ? undefined : Number(values.searches))
  .map(({ search }) => search);
for (const [at, search] of searches.entries()) {
  all.push(...(await timed(search)));
  if (at % 500 === 499) process.stderr.write(`${at + 1} of ${searches.length}\n`);
}
await opened.close();
await rm(folder, { recursive: true, force: true });

all.sort((a, b) => b.ms - a.ms);
for (const { name, ms } of all.slice(0, SHOWN))
  process.stdout.write(`${ms.toFixed(0)} ms ${name}\n`);
const slow = all.filter(({ ms }) => ms > LIMIT_MS).length;
const passed = slow === 0 && all.length > 0;
const worst = all[0]?.ms ?? 0;
process.stdout.write(
  `lists: ${passed ? 'PASS' : 'FAIL'} ${all.length} pages of ${searches.length} searches, ${values.listings} listings: ${slow} over ${LIMIT_MS} ms, at most ${worst.toFixed(0)} ms\n`,
);
process.exitCode = passed ? 0 : 1;
