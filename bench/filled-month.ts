import type { Engine } from '../packages/marketplace/src/database/engine.ts';
import type { Dialect, Operation } from '../packages/marketplace/src/database/operation.ts';

const BATCH = 20_000;
const DAY_MS = 86_400_000;

/** Both engines generate the rows themselves; `n` is the number of an order. */
const TEXTS = {
  sqlite: {
    numbers: (first: number, end: number) =>
      `WITH RECURSIVE numbers (n) AS (SELECT ${first} UNION ALL SELECT n + 1 FROM numbers WHERE n < ${end - 1})`,
    hex: (value: string, digits: number) => `printf('%0${digits}x', ${value})`,
  },
  postgres: {
    numbers: (first: number, end: number) =>
      `WITH numbers AS (SELECT n FROM generate_series(${first}::bigint, ${end - 1}::bigint) AS all_n (n))`,
    hex: (value: string, digits: number) => `lpad(to_hex(${value}), ${digits}, '0')`,
  },
} as const;

export interface Month {
  /** The account that half of the orders are sold and bought by. */
  accountId: string;
  count: number;
  endMs: number;
}

/** Listing n of the first 1,000; the first tenth belongs to the account. */
const listing = (hex: (value: string, digits: number) => string, n: string) =>
  `'01900000-0000-7000-8000-' || ${hex(n, 12)}`;

function* insertListings({ name }: Dialect, { accountId }: Month): Operation<void> {
  const { numbers, hex } = TEXTS[name];
  const document = name === 'postgres' ? "''::tsvector" : "'{}'";
  const sql = `${numbers(0, 100)} INSERT INTO listing (id, account_id, slug, title, price_micros,
    price_currency, price_unit, method, endpoint_path, status, revision, version,
    review_checks_json, paused_by_marketplace, created_at, updated_at, search_document)
    SELECT ${listing(hex, 'n')}, '${accountId}', 'month-' || n, 'Listing ' || n, 20000, 'USD',
    'call', 'POST', 'https://seller.example.com/run', 'paused', 1, 1, '[]', 0, 0, 0, ${document}
    FROM numbers`;
  yield { sql, parameters: [] };
}

interface Part extends Month {
  first: number;
  size: number;
}

function* insertOrders({ name }: Dialect, part: Part): Operation<void> {
  const { accountId, count, endMs, first, size } = part;
  const { numbers, hex } = TEXTS[name];
  const own = 'n % 2 = 0';
  // Products of primes spread listings and buyers over the orders.
  const sql = `${numbers(first, first + size)} INSERT INTO orders (id, listing_id, buyer_id, seller_id,
    buyer_pseudonym, state, price_micros, price_currency, price_unit, revision, created_at,
    started_at, completed_at, output_valid, request_json, result_json, settled_number)
    SELECT substr(time, 1, 8) || '-' || substr(time, 9, 4) || '-7000-8000-' || ${hex('n', 12)},
    CASE WHEN ${own} THEN ${listing(hex, 'n / 2 * 7919 % 100')}
      ELSE ${listing(hex, '100 + n * 7919 % 900')} END,
    CASE WHEN ${own} THEN '${accountId}' ELSE 'buyer-' || n * 104729 % 5000 END,
    CASE WHEN ${own} THEN '${accountId}' ELSE 'seller-' || n * 7919 % 900 % 100 END,
    'buyer_bench', 'completed', 20000, 'USD', 'call', 1, ms, ms, ms + n * 31 % 400, 1,
    '{"text":"Good morning","to":"nl"}', '{"text":"Goedemorgen"}', ${name === 'sqlite' ? 'ms * 1024' : '0'}
    FROM (SELECT n, ms, ${hex('ms', 12)} AS time FROM (
      SELECT n, ${endMs - 30 * DAY_MS} + n * ${Math.floor((30 * DAY_MS) / count)} AS ms FROM numbers) AS timed) AS orders`;
  yield { sql, parameters: [] };
}

/**
 * Adds completed orders of the last 30 days: half of them bought and sold by one account with 100
 * listings, the others by 5,000 buyers of 900 listings of 100 sellers.
 */
export async function fillMonth(write: Engine['write'], month: Month): Promise<void> {
  await write(insertListings, month);
  for (let first = 0; first < month.count; first += BATCH) {
    await write(insertOrders, { ...month, first, size: Math.min(BATCH, month.count - first) });
  }
}
