// A market in the tables of the servers that are written by hand: many users, many listings and completed
// orders. Neither these tables nor how they are filled follow those of the marketplace.
import { Client } from 'pg';
import type { MarketSize } from '../market-size.ts';
import { INPUT, RESULT } from '../sample-call.ts';
import { createPostgresTables } from './hand-postgres-tables.ts';
import { hashOf, openOrderTables } from './order-tables.ts';

export interface HandMarket extends MarketSize {
  /** How many completed orders there are. */
  orders: number;
}

const numbered = (prefix: string, number: number) =>
  `${prefix}${number.toString(16).padStart(12, '0')}`;
const LISTING = '0190c1f0-7b1e-7c3a-9f00-';
const USER = '0190c1f0-7b1e-7c3a-8f00-';

export const listingIdOf = (number: number): string => numbered(LISTING, number);
export const apiKeyOf = (number: number): string => `mkt_${String(number).padStart(49, '0')}`;

/** With the whole file in memory, a row costs the same wherever it goes in an index. */
const CACHE_KIB = 8 * 1024 * 1024;
/** Primes: orders that follow each other are of users and listings that do not. */
const [USER_STRIDE, LISTING_STRIDE] = [2_654_435_761, 2_246_822_519];

const [request, result] = [JSON.stringify(INPUT), JSON.stringify(RESULT)];
const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);

/** One order for each ms before now. */
export function createHandMarket(file: string, { buyers, listings, orders }: HandMarket): void {
  const db = openOrderTables(file);
  // Nobody else has the file open, and if this fails it is deleted.
  for (const pragma of ['journal_mode = DELETE', 'journal_mode = OFF', 'synchronous = OFF'])
    db.pragma(pragma);
  db.pragma(`cache_size = -${CACHE_KIB}`);
  db.exec('CREATE INDEX orders_listing ON orders (listing_id, id); BEGIN');
  const addKey = db.prepare('INSERT INTO api_keys VALUES (?, ?)');
  for (const number of numbers(buyers))
    addKey.run(hashOf(apiKeyOf(number)), numbered(USER, number));
  const addListing = db.prepare('INSERT INTO listings VALUES (?, ?)');
  for (const number of numbers(listings)) addListing.run(listingIdOf(number), 'published');
  db.prepare(
    `INSERT INTO orders
     WITH RECURSIVE numbers (k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM numbers WHERE k < :orders),
       timed AS (SELECT k, :first + k AS ms,
         strftime('%Y-%m-%dT%H:%M:%fZ', (:first + k) / 1000.0, 'unixepoch') AS at FROM numbers)
     SELECT printf('%08x-%04x-7000-8000-%012x', ms >> 16, ms & 65535, k),
       '${LISTING}' || printf('%012x', k * ${LISTING_STRIDE} % :listings),
       '${USER}' || printf('%012x', k * ${USER_STRIDE} % :buyers),
       'completed', :request, :result, NULL, at, at
     FROM timed WHERE k < :orders`,
  ).run({ buyers, listings, orders, first: Date.now() - orders, request, result });
  db.exec('COMMIT');
  db.pragma('journal_mode = WAL');
  db.close();
}

/** The same on Postgres, in an empty database. */
export async function createHandMarketOnPostgres(
  url: string,
  { buyers, listings, orders }: HandMarket,
): Promise<void> {
  const client = new Client(url);
  await client.connect();
  await createPostgresTables(client);
  await client.query('CREATE INDEX orders_listing ON orders (listing_id, id)');
  await client.query('SET synchronous_commit = off');
  const hashes = numbers(buyers).map((number) => hashOf(apiKeyOf(number)));
  const users = numbers(buyers).map((number) => numbered(USER, number));
  await client.query('INSERT INTO api_keys SELECT * FROM unnest($1::bytea[], $2::text[])', [
    hashes,
    users,
  ]);
  await client.query(`INSERT INTO listings SELECT id, 'published' FROM unnest($1::text[]) AS id`, [
    numbers(listings).map(listingIdOf),
  ]);
  await client.query(
    `INSERT INTO orders
     SELECT lpad(to_hex(ms >> 16), 8, '0') || '-' || lpad(to_hex(ms & 65535), 4, '0') ||
         '-7000-8000-' || lpad(to_hex(k), 12, '0'),
       '${LISTING}' || lpad(to_hex(k * ${LISTING_STRIDE} % $1), 12, '0'),
       '${USER}' || lpad(to_hex(k * ${USER_STRIDE} % $2), 12, '0'),
       'completed', $5, $6, NULL, at, at
     FROM (SELECT k, $4::bigint + k AS ms,
       to_char(to_timestamp(($4::bigint + k) / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at
       FROM generate_series(0, $3::bigint - 1) AS numbers (k)) AS timed`,
    [listings, buyers, orders, Date.now() - orders, request, result],
  );
  await client.query('VACUUM ANALYZE');
  await client.query('CHECKPOINT');
  await client.end();
}
