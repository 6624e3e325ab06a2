import { sql } from 'kysely';
import type { IdempotencyKey } from '../../domain/idempotency-key.ts';
import { LEASE_MS } from '../../domain/limits.ts';
import type { Order } from '../../domain/order.ts';
import type { NewOrder } from '../../domain/order-store.ts';
import type { BatchedOperation } from '../engine.ts';
import { today } from '../now.ts';
import {
  executeSql,
  first,
  preparedWrite,
  type Dialect,
  type Operation,
  type SingleStatement,
  type SqliteDialect,
} from '../operation.ts';
import { takeKey } from './idempotency-key.ts';
import { findSuspended } from './account.ts';
import { findTargets } from './activation.ts';
import { insertMany } from './insert-many-orders.ts';

interface InsertArgs {
  id: string;
  listingId: string;
  buyerId: string;
  sellerId: string;
  buyerPseudonym: string;
  keyId: string | null;
  state: 'pending' | 'running';
  requestJson: string;
  metadataJson: string | null;
  priceMicros: number;
  priceCurrency: string;
  priceUnit: string;
  revision: number;
  createdAt: number;
  startedAt: number | null;
  leaseOwner: string | null;
  leaseUntil: number | null;
}

/** Takes the time as a parameter: reading a row back costs more than storing it (9 against 5 µs). */
const insert = preparedWrite((db, args: InsertArgs) =>
  db.insertInto('orders').values({
    id: args.id,
    listing_id: args.listingId,
    buyer_id: args.buyerId,
    seller_id: args.sellerId,
    buyer_pseudonym: args.buyerPseudonym,
    key_id: args.keyId,
    state: args.state,
    price_micros: args.priceMicros,
    price_currency: args.priceCurrency,
    price_unit: args.priceUnit,
    revision: args.revision,
    created_at: args.createdAt,
    started_at: args.startedAt,
    completed_at: null,
    lease_owner: args.leaseOwner,
    lease_until: args.leaseUntil,
    output_valid: null,
    error_message: null,
    failure_json: null,
    output_errors_json: null,
    metadata_json: args.metadataJson,
    request_json: args.requestJson,
    result_json: null,
  }),
);

const stateOf = ({ leaseOwner }: NewOrder) => (leaseOwner === null ? 'pending' : 'running');

/** The order as it was stored. */
function insertedOrder(
  order: NewOrder,
  at: { created_at: number; started_at: number | null },
): Order {
  const { target } = order;
  return {
    id: order.id,
    listingId: target.listingId,
    buyerId: order.buyerId,
    sellerId: target.sellerId,
    buyerPseudonym: order.buyerPseudonym,
    keyId: order.keyId,
    metadataJson: order.metadataJson,
    state: stateOf(order),
    requestJson: order.requestJson,
    resultJson: null,
    errorMessage: null,
    failure: null,
    outputValid: null,
    outputErrors: null,
    price: target.price,
    revision: target.revision,
    createdAtMs: at.created_at,
    startedAtMs: at.started_at,
    completedAtMs: null,
  };
}

/** The outcome of storing an order; the caller looks up the order that a replay refers to. */
export type Placed = Order | 'replayed' | 'changed' | 'stored-bytes-exceeded';

/** Whether the listing and the account are still as they were when the activation was checked. */
function isUnchanged(dialect: SqliteDialect, { target, buyerId }: NewOrder): boolean {
  const current = dialect.lookup(findTargets, target.listingId);
  return (
    current?.status === 'published' &&
    current.version === target.version &&
    !dialect.lookup(findSuspended, buyerId)
  );
}

const bytesOf = ({ requestJson, metadataJson }: NewOrder): number =>
  Buffer.byteLength(requestJson) + (metadataJson === null ? 0 : Buffer.byteLength(metadataJson));

function insertRow(dialect: SqliteDialect, order: NewOrder): SingleStatement<Order> {
  const { target } = order;
  const state = stateOf(order);
  const nowMs = dialect.now();
  const startedAt = state === 'running' ? nowMs : null;
  const statement = insert(dialect, {
    id: order.id,
    listingId: target.listingId,
    buyerId: order.buyerId,
    sellerId: target.sellerId,
    buyerPseudonym: order.buyerPseudonym,
    keyId: order.keyId,
    state,
    requestJson: order.requestJson,
    metadataJson: order.metadataJson,
    priceMicros: target.price.amountMicros,
    priceCurrency: target.price.currency,
    priceUnit: target.price.unit,
    revision: target.revision,
    createdAt: nowMs,
    startedAt,
    leaseOwner: order.leaseOwner,
    leaseUntil: startedAt === null ? null : startedAt + LEASE_MS,
  });
  return statement.as(() => {
    dialect.storedBytes.add(order.buyerId, 'placed', bytesOf(order));
    return insertedOrder(order, { created_at: nowMs, started_at: startedAt });
  });
}

function* insertWithKey(
  dialect: SqliteDialect,
  order: NewOrder,
  { key, bodyHash }: IdempotencyKey,
): Operation<Placed> {
  const taken = yield* takeKey(dialect, {
    accountId: order.buyerId,
    key,
    bodyHash,
    orderId: order.id,
  });
  return taken === 0 ? 'replayed' : yield* insertRow(dialect, order);
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
  if (dialect.storedBytes.today(order.buyerId) >= order.maxStoredBytes) {
    return refused('stored-bytes-exceeded');
  }
  return order.idempotency
    ? insertWithKey(dialect, order, order.idempotency)
    : insertRow(dialect, order);
}

function insertAll(dialect: Dialect, orders: readonly NewOrder[]): SingleStatement<Placed[]> {
  return insertMany(dialect, orders).as((rows) => {
    const outcomes = new Map(rows.map((row) => [row.id, row]));
    return orders.map((order) => {
      const row = outcomes.get(order.id);
      if (!row) return 'replayed';
      return row.refused ?? insertedOrder(order, row);
    });
  });
}

/**
 * Stores an order and its idempotency key together: an order with a 2xx response is on disk, and a
 * refused activation stores nothing (docs/orders.md#what-is-checked-first,
 * docs/orders.md#idempotency and docs/orders.md#guarantees). `replayed` when another order holds the
 * key.
 */
export const insertOrder: BatchedOperation<NewOrder, Placed> = {
  kind: 'write',
  keepsReadCache: true,
  one: insertOne,
  many: insertAll,
  sizeOf: ({ requestJson }) => requestJson.length,
};

export const bytesStoredToday = ({ db }: Dialect, accountId: string): SingleStatement<number> =>
  first(
    db
      .selectFrom('stored_bytes')
      .select((select) => select.fn.sum<number | null>('bytes').as('bytes'))
      .where('account_id', '=', accountId)
      .where('day', '=', today),
  ).as((row) => row?.bytes ?? 0);

export const pruneStoredBytes = ({ db }: Dialect, limit: number): SingleStatement<number> =>
  executeSql(
    db,
    sql`DELETE FROM stored_bytes WHERE (account_id, day, part) IN (
      SELECT account_id, day, part FROM stored_bytes
      WHERE day < ${today} - 1 LIMIT ${limit})`,
  );
