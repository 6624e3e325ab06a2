import { idAt, type OpenedStore } from '../../../../bench/filled-store.ts';
import { createRandom } from '../../../../bench/measure/random.ts';
import type { Dialect, Operation } from '../../src/sql/operation.ts';
import { searchColumn } from '../../src/sql/operations/search-document.ts';

const BATCH = 2_000;
const WORDS = 20_000;

/** Every word of every kind, from one that each listing has to one that none has. */
export const WORDS_BY_FREQUENCY = {
  every: 'service',
  common: 'translate',
  rare: 'zebra',
  missing: 'translte',
} as const;

type Row = Record<string, string | number>;

/** Values from the most common to the rarest; some that are asked for do not occur at all. */
function rowOf(dialect: Dialect, number: number, accountId: string, random: () => number): Row {
  const ms = Date.now();
  const text = (length: number) =>
    Array.from({ length }, () => `w${Math.floor(random() ** 3 * WORDS).toString(36)}`).join(' ');
  const { every, common, rare } = WORDS_BY_FREQUENCY;
  const written = {
    title: `${text(2)} ${every}${number % 10 === 0 ? ` ${common}` : ''}`,
    description: text(20) + (number % 1_000 === 0 ? ` ${rare}` : ''),
    category: number % 2_000 === 0 ? 'finance' : 'data',
    tags: [number % 2_000 === 1 ? 'few' : 'many', text(1)],
  };
  return {
    id: idAt(ms, random),
    account_id: accountId,
    slug: `lists-${number}`,
    title: written.title,
    description: written.description,
    category: written.category,
    tags_json: JSON.stringify(written.tags),
    search_document: searchColumn(dialect, written),
    price_micros: number % 2_000 === 2 ? 0 : 10_000 + Math.floor(random() * 1_000_000),
    price_currency: number % 2_000 === 3 ? 'EUR' : 'USD',
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

const healthOf = (number: number) => {
  if (number % 2_000 === 4) return 'unhealthy';
  return number % 2 === 0 ? 'healthy' : 'not_configured';
};

function* insert(
  dialect: Dialect,
  given: { first: number; count: number; accountId: string; random: () => number },
): Operation<void> {
  const marks = (values: readonly unknown[]) =>
    values.map((_, at) => (dialect.name === 'postgres' ? `$${at + 1}` : '?')).join(', ');
  const insertInto = (table: string, row: Row) => ({
    sql: `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${marks(Object.values(row))})`,
    parameters: Object.values(row),
  });
  for (let number = given.first; number < given.first + given.count; number++) {
    const row = rowOf(dialect, number, given.accountId, given.random);
    const id = row['id'] ?? '';
    yield insertInto('listing', row);
    yield insertInto('listing_health', {
      listing_id: id,
      status: healthOf(number),
      probe_retries: 0,
    });
    for (const tag of JSON.parse(String(row['tags_json'])) as string[]) {
      yield insertInto('listing_tag', { tag, listing_id: id });
    }
  }
  yield { sql: `UPDATE listing SET status = 'published' WHERE status = 'draft'`, parameters: [] };
}

/** Adds `count` published listings. */
export async function fill({ store, write }: OpenedStore, count: number): Promise<void> {
  const random = createRandom(7);
  const ids = { account: idAt(Date.now(), random), user: idAt(Date.now(), random) };
  const account = { ids, email: 'lists@example.com', name: 'Lists' };
  const { accountId } = await store.accounts.ensure(account);
  for (let first = 0; first < count; first += BATCH) {
    await write(insert, { first, count: Math.min(BATCH, count - first), accountId, random });
  }
}
