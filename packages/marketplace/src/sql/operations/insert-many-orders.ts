import { LIMITS } from '@mkt/protocol';
import { sql } from 'kysely';
import type { NewOrder } from '../../domain/store.ts';
import { now, nowPlus } from '../now.ts';
import { preparedSql, type Dialect, type SingleStatement } from '../operation.ts';
import { LEASE_MS } from './run-orders.ts';

interface ManyArgs {
  ids: readonly string[];
  listingIds: readonly string[];
  buyerIds: readonly string[];
  sellerIds: readonly string[];
  pseudonyms: readonly string[];
  leaseOwners: readonly (string | null)[];
  amounts: readonly number[];
  currencies: readonly string[];
  units: readonly string[];
  revisions: readonly number[];
  requests: readonly string[];
  keys: readonly (string | null)[];
  bodyHashes: readonly (Uint8Array | null)[];
}

interface StoredRow {
  id: string;
  created_at: number;
  started_at: number | null;
}

/**
 * Orders and their idempotency keys in one statement of Postgres, which is whole or nothing. An order
 * whose key another one holds is not stored: of those with one key, the first takes it. Keys are
 * taken in their order, so that two processes do not wait for each other in a circle.
 */
const statement = preparedSql(
  (args: ManyArgs) => sql<StoredRow>`
    WITH given AS (
      SELECT * FROM unnest(${args.ids}::text[], ${args.listingIds}::text[],
        ${args.buyerIds}::text[], ${args.sellerIds}::text[], ${args.pseudonyms}::text[],
        ${args.leaseOwners}::text[], ${args.amounts}::bigint[], ${args.currencies}::text[],
        ${args.units}::text[], ${args.revisions}::integer[], ${args.requests}::text[],
        ${args.keys}::text[], ${args.bodyHashes}::bytea[])
        WITH ORDINALITY AS given (id, listing_id, buyer_id, seller_id, buyer_pseudonym,
          lease_owner, amount, currency, unit, revision, request, key, body_hash, position)
    ), taken AS (
      INSERT INTO idempotency_key (account_id, key, body_hash, order_id, expires_at)
      SELECT DISTINCT ON (buyer_id, key) buyer_id, key, body_hash, id,
        ${nowPlus(LIMITS.idempotencyMs)}
      FROM given WHERE key IS NOT NULL ORDER BY buyer_id, key, position
      ON CONFLICT (account_id, key) DO UPDATE SET body_hash = excluded.body_hash,
        order_id = excluded.order_id, expires_at = excluded.expires_at
        WHERE idempotency_key.expires_at <= ${now}
      RETURNING order_id
    )
    INSERT INTO orders (id, listing_id, buyer_id, seller_id, buyer_pseudonym, state, price_micros,
      price_currency, price_unit, revision, created_at, started_at, lease_owner, lease_until,
      request_json)
    SELECT id, listing_id, buyer_id, seller_id, buyer_pseudonym,
      CASE WHEN lease_owner IS NULL THEN 'pending' ELSE 'running' END, amount, currency, unit,
      revision, ${now}, CASE WHEN lease_owner IS NOT NULL THEN ${now} END, lease_owner,
      CASE WHEN lease_owner IS NOT NULL THEN ${nowPlus(LEASE_MS)} END, request
    FROM given WHERE key IS NULL OR id IN (SELECT order_id FROM taken)
    RETURNING id, created_at, started_at`,
);

/** The rows of the orders that were stored. */
export function insertMany(
  dialect: Dialect,
  orders: readonly NewOrder[],
): SingleStatement<StoredRow[]> {
  return statement(dialect, {
    ids: orders.map(({ id }) => id),
    listingIds: orders.map(({ target }) => target.listingId),
    buyerIds: orders.map(({ buyerId }) => buyerId),
    sellerIds: orders.map(({ target }) => target.sellerId),
    pseudonyms: orders.map(({ buyerPseudonym }) => buyerPseudonym),
    leaseOwners: orders.map(({ leaseOwner }) => leaseOwner),
    amounts: orders.map(({ target }) => target.price.amountMicros),
    currencies: orders.map(({ target }) => target.price.currency),
    units: orders.map(({ target }) => target.price.unit),
    revisions: orders.map(({ target }) => target.revision),
    requests: orders.map(({ requestJson }) => requestJson),
    keys: orders.map(({ idempotency }) => idempotency?.key ?? null),
    bodyHashes: orders.map(({ idempotency }) => idempotency?.bodyHash ?? null),
  });
}
