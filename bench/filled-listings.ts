import type { Dialect, Operation } from '../packages/marketplace/src/sql/operation.ts';
import { searchColumn } from '../packages/marketplace/src/sql/operations/search-document.ts';
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
function text(random: () => number, length: number): string {
  const word = () => `w${Math.floor(random() ** 3 * WORDS).toString(36)}`;
  return Array.from({ length }, word).join(' ');
}

/** The row of a draft, by its columns. */
function draft(
  dialect: Dialect,
  number: number,
  accountId: string,
  random: () => number,
): Record<string, string | number> {
  const ms = Date.now();
  const written = {
    title: text(random, 3) + (number % 10 === 0 ? ` ${COMMON}` : ''),
    description: text(random, 22) + (number % 1_000 === 0 ? ` ${RARE}` : ''),
    category: 'data',
    tags: [text(random, 1)],
  };
  return {
    id: idAt(ms, random),
    account_id: accountId,
    slug: `bench-${number}`,
    title: written.title,
    description: written.description,
    category: written.category,
    tags_json: JSON.stringify(written.tags),
    search_document: searchColumn(dialect, written),
    price_micros: 20_000,
    price_currency: 'USD',
    price_unit: 'call',
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
}

function* insertListings(
  dialect: Dialect,
  { first, count, accountId, random }: Filling,
): Operation<void> {
  const isPostgres = dialect.name === 'postgres';
  const marks = (values: readonly unknown[]) =>
    values.map((_, at) => (isPostgres ? `$${at + 1}` : '?')).join(', ');
  const statement = (text: string, parameters: unknown[]) => ({ sql: text, parameters });
  for (let number = first; number < first + count; number++) {
    const row = draft(dialect, number, accountId, random);
    const columns = Object.keys(row).join(', ');
    const values = Object.values(row);
    const health = [row['id'], 'not_configured', 0];
    yield statement(`INSERT INTO listing (${columns}) VALUES (${marks(values)})`, values);
    yield statement(
      `INSERT INTO listing_health (listing_id, status, probe_retries) VALUES (${marks(health)})`,
      health,
    );
  }
  // Publishing adds a listing to the search index. One statement for all: SQLite writes a segment of
  // the index for each statement, and merging those took ten times as long as all the rest.
  yield statement(`UPDATE listing SET status = 'published' WHERE status = 'draft'`, []);
}

/** Statistics for Postgres' planner, which its autovacuum would collect within a minute. */
function* analyse({ name }: Dialect): Operation<void> {
  if (name === 'postgres') yield { sql: 'ANALYZE listing', parameters: [] };
}

/** Adds `count` published listings as rows. */
export async function fillListings(
  { store, write }: OpenedStore,
  count: number,
  seed: number,
): Promise<void> {
  const random = createRandom(seed);
  const ids = { account: idAt(Date.now(), random), user: idAt(Date.now(), random) };
  const account = { ids, email: 'bench@example.com', name: 'Bench' };
  const { accountId } = await store.accounts.ensure(account);
  for (let first = 0; first < count; first += BATCH) {
    const size = Math.min(BATCH, count - first);
    await write(insertListings, { first, count: size, accountId, random });
  }
  await write(analyse, undefined);
}
