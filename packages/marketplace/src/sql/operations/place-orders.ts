import { LIMITS } from '@mkt/protocol';
import { sql } from 'kysely';
import type { Order } from '../../domain/order.ts';
import type { NewOrder } from '../../domain/store.ts';
import type { Together } from '../engine.ts';
import { now, nowPlus } from '../now.ts';
import { oneByOne, prepared, type Dialect, type Operation } from '../operation.ts';
import { insertMany } from './insert-many-orders.ts';
import { LEASE_MS } from './run-orders.ts';

interface InsertArgs {
  id: string;
  listingId: string;
  buyerId: string;
  sellerId: string;
  buyerPseudonym: string;
  state: 'pending' | 'running';
  requestJson: string;
  priceMicros: number;
  priceCurrency: string;
  priceUnit: string;
  revision: number;
  leaseOwner: string | null;
}

const insert = (runs: boolean) =>
  prepared((db, args: InsertArgs) =>
    db
      .insertInto('orders')
      // The rest of the row is what was given: reading it back costs more than storing it (9 µs).
      .returning(['created_at', 'started_at'])
      .values({
        id: args.id,
        listing_id: args.listingId,
        buyer_id: args.buyerId,
        seller_id: args.sellerId,
        buyer_pseudonym: args.buyerPseudonym,
        state: args.state,
        price_micros: args.priceMicros,
        price_currency: args.priceCurrency,
        price_unit: args.priceUnit,
        revision: args.revision,
        created_at: now,
        started_at: runs ? now : null,
        completed_at: null,
        lease_owner: args.leaseOwner,
        lease_until: runs ? nowPlus(LEASE_MS) : null,
        output_valid: null,
        error_message: null,
        failure_json: null,
        output_errors_json: null,
        request_json: args.requestJson,
        result_json: null,
      }),
  );

const insertRunning = insert(true);
const insertPending = insert(false);

/** One inserts, or replaces what has expired; of several at once the others find no change. */
const takeKey = prepared(
  (db, args: { userId: string; key: string; bodyHash: Uint8Array; orderId: string }) =>
    db
      .insertInto('idempotency_key')
      .values({
        user_id: args.userId,
        key: args.key,
        body_hash: args.bodyHash,
        order_id: args.orderId,
        expires_at: nowPlus(LIMITS.idempotencyMs),
      })
      .onConflict((conflict) =>
        conflict
          .columns(['user_id', 'key'])
          .doUpdateSet({
            body_hash: (column) => column.ref('excluded.body_hash'),
            order_id: (column) => column.ref('excluded.order_id'),
            expires_at: (column) => column.ref('excluded.expires_at'),
          })
          .where('idempotency_key.expires_at', '<=', now),
      )
      .returning('order_id'),
);

const stateOf = ({ leaseOwner }: NewOrder) => (leaseOwner === null ? 'pending' : 'running');

/** The row as it was stored: what was given, and when. */
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

function* insertOne(dialect: Dialect, order: NewOrder): Operation<Order | undefined> {
  const { idempotency, target } = order;
  if (idempotency) {
    const [taken] = yield* takeKey(dialect, {
      userId: order.buyerId,
      key: idempotency.key,
      bodyHash: idempotency.bodyHash,
      orderId: order.id,
    });
    if (!taken) return undefined;
  }
  const state = stateOf(order);
  const [stored] = yield* (state === 'running' ? insertRunning : insertPending)(dialect, {
    id: order.id,
    listingId: target.listingId,
    buyerId: order.buyerId,
    sellerId: target.sellerId,
    buyerPseudonym: order.buyerPseudonym,
    state,
    requestJson: order.requestJson,
    priceMicros: target.price.amountMicros,
    priceCurrency: target.price.currency,
    priceUnit: target.price.unit,
    revision: target.revision,
    leaseOwner: order.leaseOwner,
  });
  if (!stored) throw new Error(`Order ${order.id} was not stored.`);
  return insertedOrder(order, stored);
}

function* insertAll(
  dialect: Dialect,
  orders: readonly NewOrder[],
): Operation<(Order | undefined)[]> {
  const rows = yield* insertMany(dialect, orders);
  const stored = new Map(rows.map((row) => [row.id, row]));
  return orders.map((order) => {
    const row = stored.get(order.id);
    return row && insertedOrder(order, row);
  });
}

/**
 * The order and its idempotency key, in one operation: what was answered with 2xx is on disk, and
 * a refused activation stores nothing (protocol reference, "Orders", 3 and 6). `undefined` when
 * another order holds the key.
 */
export const insertOrder: Together<NewOrder, Order | undefined> = {
  of: 'writes',
  run: (dialect, orders) =>
    dialect.name === 'sqlite' ? oneByOne(insertOne, dialect, orders) : insertAll(dialect, orders),
  isSingle: ({ idempotency }) => idempotency === null,
  weigh: ({ requestJson }) => requestJson.length,
};

export function* pruneIdempotencyKeys({ db }: Dialect, limit: number): Operation<number> {
  const outcome = yield sql`DELETE FROM idempotency_key WHERE (user_id, key) IN (
    SELECT user_id, key FROM idempotency_key WHERE expires_at <= mkt_now() LIMIT ${limit})`.compile(
    db,
  );
  return outcome.changes;
}
