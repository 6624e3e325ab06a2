import type { Engine } from '../../src/database/engine.ts';
import { type Dialect, firstIdAt, type Operation } from '../../src/database/operation.ts';
import { addEntries } from '../../src/orders/sql-entries.ts';

const ACCOUNT = '01900000-0000-7000-8000-00000000000a';
const SELLER = '5f0c2a9e-6d1b-4c37-9e84-1b7a3d5f2c60';

/** The database itself generates the rows: a hundred thousand take a second. */
interface Maker {
  numbers(count: number): string;
  /** Text that ends with a number of this many hexadecimal digits. */
  hex(digits: number): string;
}

const MAKERS: Record<Dialect['name'], Maker> = {
  sqlite: {
    numbers: (count) =>
      `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})`,
    hex: (digits) => `printf('%0${digits}x', n)`,
  },
  postgres: {
    numbers: (count) => `WITH numbers AS (SELECT n FROM generate_series(1, ${count}) AS all_n(n))`,
    hex: (digits) => `lpad(to_hex(n), ${digits}, '0')`,
  },
};

function* run({ name }: Dialect, texts: (maker: Maker) => string[]): Operation<void> {
  for (const sql of texts(MAKERS[name])) yield { sql, parameters: [] };
}

/** Inserts published listings of one account: titles `rain N`, price 1 to 1000 micro-units of USD. */
export async function manyListings(engine: Engine, count: number): Promise<void> {
  const document = {
    postgres: `'''rain'':1A'::tsvector`,
    sqlite: `'{"title":"rain","tags":"","description":"","words":"rain","facets":""}'`,
  };
  await engine.write(function* fill(dialect: Dialect): Operation<void> {
    yield* run(dialect, ({ numbers, hex }) => [
      `INSERT INTO account (id, name, created_at) VALUES ('${ACCOUNT}', 'Many', 0)`,
      `INSERT INTO profile (account_id, seller_id, name) VALUES ('${ACCOUNT}', '${SELLER}', 'Many')`,
      `${numbers(count)} INSERT INTO listing (id, account_id, slug, title, description, category,
        tags_json, price_micros, price_currency, price_unit, method, endpoint_path, status, revision,
        version, review_checks_json, paused_by_marketplace, created_at, updated_at,
        search_document)
        SELECT '01900000-0000-7000-8000-' || ${hex(12)}, '${ACCOUNT}', 'many-' || n, 'rain ' || n,
        'A description of some length, as most of them are.', 'data', '["weather"]',
        1 + n % 1000, 'USD', 'call', 'POST', 'https://seller.example.com/run', 'published', 1,
        1, '[]', 0, 0, 0, ${document[dialect.name]} FROM numbers`,
      `INSERT INTO listing_tag (tag, listing_id) SELECT 'weather', id FROM listing`,
      `INSERT INTO listing_health (listing_id, status, probe_retries)
       SELECT id, 'not_configured', 0 FROM listing`,
      ...(dialect.name === 'sqlite'
        ? [
            `INSERT INTO listing_search (rowid, title, tags, description, words, facets)
             SELECT row_number, title, '', description, title, 'q0x2 q1x2 q2x2' FROM listing`,
          ]
        : []),
    ]);
  }, undefined);
}

/** Inserts settled orders of one buyer and listing, a millisecond apart, the last at `endMs`. */
export async function manyOrders(
  engine: Engine,
  {
    count,
    buyerId,
    listingId,
    endMs,
    state = 'completed',
  }: {
    count: number;
    buyerId: string;
    listingId: string;
    endMs: number;
    state?: 'completed' | 'failed';
  },
): Promise<void> {
  // All ids have the same time; tests of times write ids of their own.
  const prefix = firstIdAt(endMs - count).slice(0, 24);
  await engine.write(function* fill(dialect: Dialect): Operation<void> {
    yield* run(dialect, ({ numbers, hex }) => [
      `${numbers(count)} INSERT INTO orders (id, listing_id, buyer_id, seller_id, buyer_pseudonym,
        state, price_micros, price_currency, price_unit, revision, created_at, started_at,
        completed_at, request_json, result_json, settled_number)
        SELECT '${prefix}' || ${hex(12)}, '${listingId}', '${buyerId}', 'seller', 'buyer_x',
        '${state}', 1, 'USD', 'call', 1, ${endMs - count}, ${endMs}, ${endMs}, '{}', '{}', 1 FROM numbers`,
    ]);
    while (yield* addEntries(dialect, {}));
  }, undefined);
}
