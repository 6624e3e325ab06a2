import type { HealthStatus } from '@mkt/protocol';
import {
  CALLS_COLUMNS,
  STEP_COLUMNS,
  UNKNOWN_STEP,
} from '../packages/marketplace/src/database/day-slots.ts';
import type { Dialect, Operation } from '../packages/marketplace/src/database/operation.ts';
import { searchColumn } from '../packages/marketplace/src/catalogue/sql-match.ts';
import { idAt, type OpenedStore } from './filled-store.ts';
import { createRandom } from './measure/random.ts';

const BATCH = 2_000;
const WORDS = 20_000;

/** Occurs in one description of a thousand. */
export const RARE = 'zebra';
/** Occurs in one title of ten. */
export const COMMON = 'translate';

/** In half of the descriptions. */
export const FREQUENT = ['w0', 'w1'];

/** Few words are frequent and most are rare, as in any language. */
export function text(random: () => number, length: number): string {
  const word = () => `w${Math.floor(random() ** 3 * WORDS).toString(36)}`;
  return Array.from({ length }, word).join(' ');
}

export interface SampleListing {
  title: string;
  description: string;
  category: string;
  tags: string[];
  priceMicros?: number;
  currency?: string;
  health?: HealthStatus;
  /** On every day, as its quality step; both are those of a new listing by default. */
  calls?: number;
  step?: number;
}

type Sample = (number: number, random: () => number) => SampleListing;

const ordinary: Sample = (number, random) => ({
  title: text(random, 3) + (number % 10 === 0 ? ` ${COMMON}` : ''),
  description: text(random, 22) + (number % 1_000 === 0 ? ` ${RARE}` : ''),
  category: 'data',
  tags: [text(random, 1)],
});

type Row = Record<string, string | number>;

/** The same figure on every day. */
const onAllDays = (columns: readonly string[], figure: number): Row =>
  Object.fromEntries(columns.map((column) => [column, figure]));

/** The row of a draft, by its columns. */
function draft(dialect: Dialect, slug: string, ids: Row, sample: SampleListing): Row {
  const ms = Date.now();
  return {
    ...ids,
    slug,
    title: sample.title,
    description: sample.description,
    category: sample.category,
    tags_json: JSON.stringify(sample.tags),
    search_document: searchColumn(dialect, {
      ...sample,
      price: { amountMicros: sample.priceMicros ?? 20_000 },
    }),
    price_micros: sample.priceMicros ?? 20_000,
    price_currency: sample.currency ?? 'USD',
    price_unit: 'call',
    ...onAllDays(CALLS_COLUMNS, sample.calls ?? 0),
    ...onAllDays(STEP_COLUMNS, sample.step ?? UNKNOWN_STEP),
    method: 'POST',
    endpoint_path: 'https://seller.example.com/run',
    status: 'draft',
    revision: 1,
    version: 1,
    review_checks_json: '[]',
    paused_by_marketplace: 0,
    published_at: ms,
    created_at: ms,
    updated_at: ms,
  };
}

interface Filling {
  first: number;
  count: number;
  accountId: string;
  random: () => number;
  sample: Sample;
}

function* insertListings(
  dialect: Dialect,
  { first, count, accountId, random, sample }: Filling,
): Operation<void> {
  const mark = (at: number) => (dialect.name === 'postgres' ? `$${at + 1}` : '?');
  const insertInto = (table: string, row: Row) => {
    const columns = Object.keys(row);
    const marks = columns.map((_, at) => mark(at));
    return {
      sql: `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${marks.join(', ')})`,
      parameters: Object.values(row),
    };
  };
  for (let number = first; number < first + count; number++) {
    const listing = sample(number, random);
    const id = idAt(Date.now(), random);
    const { tags, health = 'not_configured' } = listing;
    const ids = { id, account_id: accountId };
    yield insertInto('listing', draft(dialect, `bench-${number}`, ids, listing));
    yield insertInto('listing_health', { listing_id: id, status: health, probe_retries: 0 });
    for (const tag of tags) yield insertInto('listing_tag', { tag, listing_id: id });
  }
  // Publishing adds a listing to the search index. One statement for all: SQLite writes a segment of
  // the index for each statement, and merging those took ten times as long as all the rest.
  yield { sql: `UPDATE listing SET status = 'published' WHERE status = 'draft'`, parameters: [] };
}

/** Statistics for Postgres' planner, which its autovacuum would collect within a minute. */
function* analyse({ name }: Dialect): Operation<void> {
  if (name === 'postgres')
    yield { sql: 'ANALYZE listing, listing_health, listing_tag', parameters: [] };
}

/** Adds `count` published listings as rows. */
export async function fillListings(
  { store, write }: OpenedStore,
  count: number,
  seed: number,
  sample: Sample = ordinary,
): Promise<void> {
  const random = createRandom(seed);
  const ids = { account: idAt(Date.now(), random), user: idAt(Date.now(), random) };
  const account = { ids, email: 'bench@example.com', name: 'Bench' };
  const { accountId } = await store.accounts.ensure(account);
  for (let first = 0; first < count; first += BATCH) {
    const size = Math.min(BATCH, count - first);
    await write(insertListings, { first, count: size, accountId, random, sample });
  }
  await write(analyse, undefined);
}
