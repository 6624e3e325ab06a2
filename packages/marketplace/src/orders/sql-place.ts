import { LIMITS } from '@mkt/protocol';
import { type Kysely, sql } from 'kysely';
import { findSuspended } from '../accounts/sql.ts';
import type { BatchedOperation } from '../database/engine.ts';
import {
  type Dialect,
  executeSql,
  first,
  now,
  nowPlus,
  type Operation,
  prepared,
  preparedSql,
  preparedWrite,
  type SingleStatement,
  type SqliteDialect,
} from '../database/operation.ts';
import { ORDER_COLUMN_NAMES, type OrderTable } from '../database/orders.ts';
import type { Database, ListingTable } from '../database/tables.ts';
import { type AppliedBudget, countedAgainst, dayOf, exceededBudget } from '../keys/budget.ts';
import { budgetLookup, spentOf } from '../keys/sql-budget.ts';
import { isUuid } from '../market/ids.ts';
import type { ActivationTarget } from './activation.ts';
import type { IdempotencyKey, NewOrder, Order, Replay } from './order.ts';
import {
  insertAllWithinBudgets,
  insertMany,
  type InsertOutcome,
  outcomesOf,
} from './sql-postgres.ts';
import { keysJson, orderOf, type OverBudget, placedRow } from './sql.ts';

/** A target whose secrets are still sealed. */
export type SealedTarget = Omit<ActivationTarget, 'secrets'> & {
  sealedSecrets: string[];
  /** When the previous secret stops signing, in Unix milliseconds. */
  previousExpiresAtMs: number | null;
  /** The target with decrypted secrets, set on first use: the read cache returns the same object. */
  opened?: ActivationTarget;
};

const TARGET_COLUMNS = [
  'id',
  'slug',
  'title',
  'account_id',
  'status',
  'revision',
  'version',
  'price_micros',
  'price_currency',
  'price_unit',
  'method',
  'endpoint_path',
  'input_schema_hash',
  'output_schema_hash',
] as const;

/**
 * The listing with its secrets; the previous one is null after its grace period. It uses subqueries
 * because SQLite with STAT4 prepares a join with a parameter again at each run: 16 instead of 2.5 µs.
 */
const targets = (db: Kysely<Database>) =>
  db
    .selectFrom('listing')
    .select(TARGET_COLUMNS)
    .select((each) => {
      const secret = each
        .selectFrom('signing_secret')
        .whereRef('signing_secret.listing_id', '=', 'listing.id');
      return [
        secret.select('sealed').as('sealed'),
        secret
          .select(
            sql<
              string | null
            >`CASE WHEN previous_expires_at > mkt_now() THEN previous_sealed END`.as(
              'previous_sealed',
            ),
          )
          .as('previous_sealed'),
        secret.select('previous_expires_at').as('previous_expires_at'),
      ];
    });

const targetBy = (column: 'listing.id' | 'listing.slug') =>
  prepared((db, { ref }: { ref: string }) => targets(db).where(column, '=', ref));

const targetById = targetBy('listing.id');
const targetBySlug = targetBy('listing.slug');
const targetsById = prepared((db, { ids }: { ids: readonly string[] }) =>
  targets(db).where(sql<boolean>`listing.id = ANY(${ids})`),
);
const targetsByEither = prepared(
  (db, { ids, slugs }: { ids: readonly string[]; slugs: readonly string[] }) =>
    targets(db).where(sql<boolean>`(listing.id = ANY(${ids}) OR listing.slug = ANY(${slugs}))`),
);

type TargetRow = Pick<ListingTable, (typeof TARGET_COLUMNS)[number]> & {
  sealed: string | null;
  previous_sealed: string | null;
  previous_expires_at: number | null;
};

function toTarget(row: TargetRow): SealedTarget {
  return {
    listingId: row.id,
    name: { slug: row.slug, title: row.title },
    sellerId: row.account_id,
    status: row.status,
    revision: row.revision,
    version: row.version,
    price: { amountMicros: row.price_micros, currency: row.price_currency, unit: row.price_unit },
    method: row.method,
    endpointPath: row.endpoint_path,
    inputSchemaHash: row.input_schema_hash,
    outputSchemaHash: row.output_schema_hash,
    sealedSecrets: [row.sealed, row.previous_sealed].filter((sealed) => sealed !== null),
    previousExpiresAtMs: row.previous_sealed === null ? null : row.previous_expires_at,
  };
}

const firstTarget = ([row]: readonly TargetRow[]) => row && toTarget(row);

export const findTarget = (
  dialect: Dialect,
  ref: string,
): SingleStatement<SealedTarget | undefined> =>
  (isUuid(ref) ? targetById : targetBySlug)(dialect, { ref }).as(firstTarget);

function findMany(
  dialect: Dialect,
  refs: readonly string[],
): SingleStatement<(SealedTarget | undefined)[]> {
  const ids = [...new Set(refs.filter(isUuid))];
  const slugs = [...new Set(refs.filter((ref) => !isUuid(ref)))];
  if (slugs.length === 0) {
    return targetsById(dialect, { ids }).as((rows) => {
      const found = new Map(rows.map((row) => [row.id, toTarget(row)]));
      return refs.map((ref) => found.get(ref));
    });
  }
  return targetsByEither(dialect, { ids, slugs }).as((rows) => {
    const byId = new Map(rows.map((row) => [row.id, toTarget(row)]));
    const bySlug = new Map(rows.map((row) => [row.slug, byId.get(row.id)]));
    return refs.map((ref) => (isUuid(ref) ? byId : bySlug).get(ref));
  });
}

export const findTargets: BatchedOperation<string, SealedTarget | undefined> = {
  kind: 'lookup',
  cache: {
    key: (ref) => ref,
    // Changes of its secrets are listed under the listing's id.
    rowIds: ({ listingId }) => [listingId],
    expiresAtMs: ({ previousExpiresAtMs }) => previousExpiresAtMs,
  },
  one: findTarget,
  many: findMany,
};

export function listingSchemas(
  { db }: Dialect,
  id: string,
): SingleStatement<{ input: string | null; output: string | null } | undefined> {
  return first(
    db
      .selectFrom('listing')
      .select(['input_schema_json as input', 'output_schema_json as output'])
      .where('id', '=', id),
  );
}

interface ReplayArgs extends IdempotencyKey {
  buyerId: string;
}

const unexpiredKey = prepared((db, args: { accountId: string; key: string }) =>
  db
    .selectFrom('idempotency_key')
    .select(['order_id', 'body_hash'])
    .where('account_id', '=', args.accountId)
    .where('key', '=', args.key)
    .where('expires_at', '>', now),
);

const unexpiredKeys = preparedSql(
  (args: { accountIds: readonly string[]; keys: readonly string[] }) => sql<{
    account_id: string;
    key: string;
    order_id: string;
    body_hash: Uint8Array;
  }>`
    SELECT idempotency_key.account_id, idempotency_key.key, order_id, body_hash
    FROM unnest(${args.accountIds}::text[], ${args.keys}::text[]) AS given (account_id, key)
    JOIN idempotency_key ON idempotency_key.account_id = given.account_id
      AND idempotency_key.key = given.key
    WHERE expires_at > ${now}`,
);

const replayOf = (row: { order_id: string; body_hash: Uint8Array }, bodyHash: Uint8Array) => ({
  orderId: row.order_id,
  sameBody: Buffer.compare(row.body_hash, bodyHash) === 0,
});

const findReplay = (
  dialect: Dialect,
  { buyerId, key, bodyHash }: ReplayArgs,
): SingleStatement<Replay | undefined> =>
  unexpiredKey(dialect, { accountId: buyerId, key }).as(([row]) => row && replayOf(row, bodyHash));

const nameOf = (accountId: string, key: string) => `${accountId} ${key}`;

export const findReplays: BatchedOperation<ReplayArgs, Replay | undefined> = {
  kind: 'lookup',
  one: findReplay,
  many(dialect, all) {
    const statement = unexpiredKeys(dialect, {
      accountIds: all.map(({ buyerId }) => buyerId),
      keys: all.map(({ key }) => key),
    });
    return statement.as((rows) => {
      const found = new Map(rows.map((row) => [nameOf(row.account_id, row.key), row]));
      return all.map(({ buyerId, key, bodyHash }) => {
        const row = found.get(nameOf(buyerId, key));
        return row && replayOf(row, bodyHash);
      });
    });
  },
};

/**
 * Takes a key that is free or has expired: of several requests at once, one changes the row and the
 * others change nothing.
 */
const takeKey = preparedWrite(
  (db, args: { accountId: string; key: string; bodyHash: Uint8Array; orderId: string }) =>
    db
      .insertInto('idempotency_key')
      .values({
        account_id: args.accountId,
        key: args.key,
        body_hash: args.bodyHash,
        order_id: args.orderId,
        expires_at: nowPlus(LIMITS.idempotencyMs),
      })
      .onConflict((conflict) =>
        conflict
          .columns(['account_id', 'key'])
          .doUpdateSet({
            body_hash: (column) => column.ref('excluded.body_hash'),
            order_id: (column) => column.ref('excluded.order_id'),
            expires_at: (column) => column.ref('excluded.expires_at'),
          })
          .where('idempotency_key.expires_at', '<=', now),
      ),
);

export const pruneIdempotencyKeys = ({ db }: Dialect, limit: number): SingleStatement<number> =>
  executeSql(
    db,
    sql`DELETE FROM idempotency_key WHERE (account_id, key) IN (
      SELECT account_id, key FROM idempotency_key WHERE expires_at <= mkt_now() LIMIT ${limit})`,
  );

const PLACED_COLUMNS = ORDER_COLUMN_NAMES.filter((name) => name !== 'settled_number');

/** Takes the time as a parameter: reading a row back costs more than storing it (9 against 5 µs). */
const insert = preparedWrite((db, row: OrderTable) =>
  db
    .insertInto('orders')
    .values(Object.fromEntries(PLACED_COLUMNS.map((name) => [name, row[name]])) as OrderTable),
);

const bytesOf = ({ requestJson, metadataJson }: NewOrder): number =>
  Buffer.byteLength(requestJson) + (metadataJson === null ? 0 : Buffer.byteLength(metadataJson));

/** Inserts an order, on SQLite. */
function insertRow(
  dialect: SqliteDialect,
  order: NewOrder,
  budgetKeysJson: string | null,
): SingleStatement<Order> {
  const nowMs = dialect.now();
  const at = { created_at: nowMs, started_at: order.leaseOwner === null ? null : nowMs };
  const row = placedRow(order, budgetKeysJson, at);
  return insert(dialect, row).as(() => {
    dialect.storedBytes.add(order.buyerId, bytesOf(order), nowMs);
    return orderOf(row, order);
  });
}

/** Inserts an order if its idempotency key is free. */
function* insertWithKey(
  dialect: SqliteDialect,
  order: NewOrder,
  { key, bodyHash }: IdempotencyKey,
  budgetKeysJson: string | null,
): Operation<Order | 'replayed'> {
  const taken = yield* takeKey(dialect, {
    accountId: order.buyerId,
    key,
    bodyHash,
    orderId: order.id,
  });
  return taken === 0 ? 'replayed' : yield* insertRow(dialect, order, budgetKeysJson);
}

const addSpend = preparedWrite(
  (db, args: { keyId: string; currency: string; day: number; micros: number }) =>
    db
      .insertInto('key_spend')
      .values({ key_id: args.keyId, currency: args.currency, day: args.day, micros: args.micros })
      .onConflict((conflict) =>
        conflict
          .columns(['key_id', 'currency', 'day'])
          .doUpdateSet({ micros: sql<number>`key_spend.micros + excluded.micros` }),
      ),
);

/** Stores an order of a key with budgets and counts its price, on SQLite. */
function* insertWithinBudgets(
  dialect: SqliteDialect,
  order: NewOrder,
  budgets: readonly AppliedBudget[],
): Operation<Order | OverBudget | 'replayed' | 'stored-bytes-exceeded'> {
  const nowMs = dialect.now();
  const spent = yield* spentOf(dialect, budgets, nowMs);
  const exceeded = exceededBudget(budgets, order, (id) => spent.get(id) ?? 0, nowMs);
  if (exceeded) return { exceeded };
  if (dialect.storedBytes.today(order.buyerId) >= order.maxStoredBytes) {
    return 'stored-bytes-exceeded';
  }
  const keyIds = countedAgainst(budgets, order);
  const placed = order.idempotency
    ? yield* insertWithKey(dialect, order, order.idempotency, keysJson(keyIds))
    : yield* insertRow(dialect, order, keysJson(keyIds));
  if (placed === 'replayed') return placed;
  const { amountMicros: micros, currency } = order.price;
  // The day of the order's own time, by which a failed order is released, although midnight may have
  // passed since the budgets were read.
  const day = dayOf(placed.createdAtMs);
  for (const keyId of keyIds) yield* addSpend(dialect, { keyId, currency, day, micros });
  return placed;
}

/** The outcome of storing an order; the caller looks up the order that a replay refers to. */
type Placed = InsertOutcome | OverBudget;

/** Whether the listing and the account are still as they were when the activation was checked. */
function isUnchanged(dialect: SqliteDialect, { listingId, version, buyerId }: NewOrder): boolean {
  const current = dialect.lookup(findTargets, listingId);
  return (
    current?.status === 'published' &&
    current.version === version &&
    !dialect.lookup(findSuspended, buyerId)
  );
}

// eslint-disable-next-line require-yield -- an operation without statements
function* refused(why: Placed): Operation<Placed> {
  return why;
}

function insertOne(
  dialect: SqliteDialect,
  order: NewOrder,
): SingleStatement<Placed> | Operation<Placed> {
  if (!isUnchanged(dialect, order)) return refused('changed');
  const budgets = order.keyId === null ? [] : dialect.lookup(budgetLookup, order.keyId).budgets;
  if (budgets.length > 0) return insertWithinBudgets(dialect, order, budgets);
  if (dialect.storedBytes.today(order.buyerId) >= order.maxStoredBytes) {
    return refused('stored-bytes-exceeded');
  }
  return order.idempotency
    ? insertWithKey(dialect, order, order.idempotency, null)
    : insertRow(dialect, order, null);
}

const insertAll = (dialect: Dialect, orders: readonly NewOrder[]): SingleStatement<Placed[]> =>
  insertMany(dialect, orders).as((rows) => outcomesOf(orders, rows));

/**
 * Stores an order and its idempotency key together: an order with a 2xx response is on disk, and a
 * refused activation stores nothing (docs/buy/orders.md#what-is-checked-first,
 * docs/buy/orders.md#idempotency and docs/buy/orders.md#guarantees). `replayed` when another order
 * holds the key.
 */
export const insertOrder: BatchedOperation<NewOrder, Placed> = {
  kind: 'write',
  keepsReadCache: true,
  one: insertOne,
  many: insertAll,
  sizeOf: ({ requestJson }) => requestJson.length,
};

/**
 * `insertOrder` for keys with budgets, which only Postgres needs: the budgets are locked first, so a
 * batch takes several statements.
 */
export const insertBudgetedOrder: BatchedOperation<NewOrder, Placed> = {
  ...insertOrder,
  many: insertAllWithinBudgets,
  maxInFlight: 2,
};
