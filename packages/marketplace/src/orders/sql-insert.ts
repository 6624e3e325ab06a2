import type { IdempotencyKey } from './idempotency-key.ts';
import { LEASE_MS } from '../market/limits.ts';
import type { Order } from './order.ts';
import type { NewOrder } from './order-store.ts';
import {
  preparedWrite,
  type Operation,
  type SingleStatement,
  type SqliteDialect,
} from '../database/operation.ts';
import { takeKey } from './sql-insert-operations-idempotency-key.ts';

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
  budgetKeysJson: string | null;
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
    budget_keys_json: args.budgetKeysJson,
    request_json: args.requestJson,
    result_json: null,
  }),
);

const stateOf = ({ leaseOwner }: NewOrder) => (leaseOwner === null ? 'pending' : 'running');

/** The order as it was stored. */
export function insertedOrder(
  order: NewOrder,
  at: { created_at: number; started_at: number | null },
): Order {
  const { target } = order;
  return {
    id: order.id,
    listingId: target.listingId,
    listing: target.name,
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

const bytesOf = ({ requestJson, metadataJson }: NewOrder): number =>
  Buffer.byteLength(requestJson) + (metadataJson === null ? 0 : Buffer.byteLength(metadataJson));

/** Inserts an order, on SQLite; `budgetKeysJson` names the keys that it counts against. */
export function insertRow(
  dialect: SqliteDialect,
  order: NewOrder,
  budgetKeysJson: string | null,
): SingleStatement<Order> {
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
    budgetKeysJson,
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

/** Inserts an order if its idempotency key is free. */
export function* insertWithKey(
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
