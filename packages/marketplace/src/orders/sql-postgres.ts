import { LIMITS } from '@mkt/protocol';
import { sql, type RawBuilder } from 'kysely';
import { LEASE_MS } from '../market/limits.ts';
import type { Order } from './order.ts';
import type { NewOrder } from './order-store.ts';
import { now, nowPlus, today } from '../database/now.ts';
import { preparedSql, type Dialect, type SingleStatement } from '../database/operation.ts';
import { insertedOrder } from './sql-insert.ts';

interface ManyArgs {
  ids: readonly string[];
  versions: readonly number[];
  most: readonly number[];
  listingIds: readonly string[];
  buyerIds: readonly string[];
  sellerIds: readonly string[];
  pseudonyms: readonly string[];
  keyIds: readonly (string | null)[];
  leaseOwners: readonly (string | null)[];
  amounts: readonly number[];
  currencies: readonly string[];
  units: readonly string[];
  revisions: readonly number[];
  requests: readonly string[];
  metadata: readonly (string | null)[];
  budgetKeys: readonly (string | null)[];
  keys: readonly (string | null)[];
  bodyHashes: readonly (Uint8Array | null)[];
}

interface OutcomeRow {
  id: string;
  created_at: number;
  started_at: number | null;
  /** Why the order was not stored; the times are meaningless then. */
  refused: 'changed' | 'stored-bytes-exceeded' | 'budgeted' | null;
}

/**
 * Inserts orders and their idempotency keys in one atomic statement of Postgres. An order is stored
 * only if its listing is still as checked and its buyer has not reached `maxStoredBytes`. If
 * several orders have the same key, the first takes it and the others are not stored. Keys and
 * accounts are locked in sorted order, so that two processes cannot deadlock. `budgeted` looks for a
 * budget of the key.
 */
const statementWith = (budgeted: RawBuilder<unknown>) =>
  preparedSql(
    (args: ManyArgs) => sql<OutcomeRow>`
    WITH given AS (
      SELECT * FROM unnest(${args.ids}::text[], ${args.listingIds}::text[],
        ${args.buyerIds}::text[], ${args.sellerIds}::text[], ${args.pseudonyms}::text[],
        ${args.keyIds}::text[], ${args.leaseOwners}::text[], ${args.amounts}::bigint[], ${args.currencies}::text[],
        ${args.units}::text[], ${args.revisions}::integer[], ${args.requests}::text[],
        ${args.keys}::text[], ${args.bodyHashes}::bytea[], ${args.versions}::integer[],
        ${args.most}::bigint[], ${args.metadata}::text[], ${args.budgetKeys}::text[])
        WITH ORDINALITY AS given (id, listing_id, buyer_id, seller_id, buyer_pseudonym,
          key_id, lease_owner, amount, currency, unit, revision, request, key, body_hash, version, most,
          metadata, budget_keys, position)
    ), marked AS (
      SELECT given.*, EXISTS (SELECT 1 FROM idempotency_key WHERE idempotency_key.account_id =
        given.buyer_id AND idempotency_key.key = given.key AND expires_at > ${now}) AS is_replay
      FROM given
    ), judged AS (
      SELECT given.*, CASE
        WHEN is_replay THEN NULL
        WHEN NOT EXISTS (SELECT 1 FROM listing WHERE listing.id = given.listing_id
          AND listing.status = 'published' AND listing.version = given.version) THEN 'changed'
        WHEN EXISTS (SELECT 1 FROM account WHERE account.id = given.buyer_id
          AND account.suspended_at IS NOT NULL) THEN 'changed'
        ${budgeted}
        WHEN coalesce((SELECT sum(bytes) FROM stored_bytes
          WHERE account_id = given.buyer_id AND day = ${today}), 0)
          + coalesce(sum(octet_length(request) + coalesce(octet_length(metadata), 0)) FILTER (WHERE NOT is_replay) OVER (
            PARTITION BY buyer_id ORDER BY position
            ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) >= most THEN 'stored-bytes-exceeded'
        END AS refused
      FROM marked AS given
    ), taken AS (
      INSERT INTO idempotency_key (account_id, key, body_hash, order_id, expires_at)
      SELECT DISTINCT ON (buyer_id, key) buyer_id, key, body_hash, id,
        ${nowPlus(LIMITS.idempotencyMs)}
      FROM judged WHERE key IS NOT NULL AND refused IS NULL ORDER BY buyer_id, key, position
      ON CONFLICT (account_id, key) DO UPDATE SET body_hash = excluded.body_hash,
        order_id = excluded.order_id, expires_at = excluded.expires_at
        WHERE idempotency_key.expires_at <= ${now}
      RETURNING order_id
    ), stored AS (
    INSERT INTO orders (id, listing_id, buyer_id, seller_id, buyer_pseudonym, key_id, state, price_micros,
      price_currency, price_unit, revision, created_at, started_at, lease_owner, lease_until,
      metadata_json, budget_keys_json, request_json)
    SELECT id, listing_id, buyer_id, seller_id, buyer_pseudonym, key_id,
      CASE WHEN lease_owner IS NULL THEN 'pending' ELSE 'running' END, amount, currency, unit,
      revision, ${now}, CASE WHEN lease_owner IS NOT NULL THEN ${now} END, lease_owner,
      CASE WHEN lease_owner IS NOT NULL THEN ${nowPlus(LEASE_MS)} END, metadata,
      budget_keys, request
    FROM judged WHERE refused IS NULL AND (key IS NULL OR id IN (SELECT order_id FROM taken))
    RETURNING id, created_at, started_at, buyer_id,
      octet_length(request_json) + coalesce(octet_length(metadata_json), 0) AS bytes
    ), counted AS (
      INSERT INTO stored_bytes (account_id, day, part, bytes)
      SELECT buyer_id, ${today}, 'placed', sum(bytes) FROM stored
      GROUP BY buyer_id ORDER BY buyer_id
      ON CONFLICT (account_id, day, part) DO UPDATE SET bytes = stored_bytes.bytes + excluded.bytes
    )
    SELECT id, created_at, started_at, NULL AS refused FROM stored
    UNION ALL SELECT id, 0, NULL, refused FROM judged WHERE refused IS NOT NULL`,
  );

const withoutBudgets = statementWith(sql`
  WHEN EXISTS (SELECT 1 FROM api_key WHERE api_key.id = given.key_id AND is_budgeted = 1)
    THEN 'budgeted'`);
const withBudgets = statementWith(sql``);

/**
 * The outcome of each order that was stored or refused; orders without one are replays. `budgetKeys`
 * has the keys that each order counts against; without it, orders of keys with budgets are refused.
 */
export function insertMany(
  dialect: Dialect,
  orders: readonly NewOrder[],
  budgetKeys?: readonly (string | null)[],
): SingleStatement<OutcomeRow[]> {
  const statement = budgetKeys ? withBudgets : withoutBudgets;
  return statement(dialect, {
    budgetKeys: budgetKeys ?? orders.map(() => null),
    versions: orders.map(({ target }) => target.version),
    most: orders.map(({ maxStoredBytes }) => maxStoredBytes),
    ids: orders.map(({ id }) => id),
    listingIds: orders.map(({ target }) => target.listingId),
    buyerIds: orders.map(({ buyerId }) => buyerId),
    sellerIds: orders.map(({ target }) => target.sellerId),
    pseudonyms: orders.map(({ buyerPseudonym }) => buyerPseudonym),
    keyIds: orders.map(({ keyId }) => keyId),
    leaseOwners: orders.map(({ leaseOwner }) => leaseOwner),
    amounts: orders.map(({ target }) => target.price.amountMicros),
    currencies: orders.map(({ target }) => target.price.currency),
    units: orders.map(({ target }) => target.price.unit),
    revisions: orders.map(({ target }) => target.revision),
    requests: orders.map(({ requestJson }) => requestJson),
    metadata: orders.map(({ metadataJson }) => metadataJson),
    keys: orders.map(({ idempotency }) => idempotency?.key ?? null),
    bodyHashes: orders.map(({ idempotency }) => idempotency?.bodyHash ?? null),
  });
}

/**
 * An order, or why it was not stored. `budgeted`: its key has a budget, so the operation for those has
 * to store it.
 */
export type OrderOutcome = Order | 'replayed' | NonNullable<OutcomeRow['refused']>;

/** What became of each of the orders. */
export function outcomesOf(
  orders: readonly NewOrder[],
  rows: readonly OutcomeRow[],
): OrderOutcome[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return orders.map((order) => {
    const row = byId.get(order.id);
    if (!row) return 'replayed';
    return row.refused ?? insertedOrder(order, row);
  });
}
