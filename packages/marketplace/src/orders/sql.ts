import { type FailureKind, LIMITS, type PriceInMicros } from '@mkt/protocol';
import { type RawBuilder, sql } from 'kysely';
import { emailsOf } from '../accounts/sql-people.ts';
import {
  all,
  type Dialect,
  executeSql,
  first,
  firstIdAt,
  isOneOf,
  type Operation,
  prepared,
  type SingleStatement,
} from '../database/operation.ts';
import {
  INSERTED_COLUMNS,
  type InsertedColumn,
  IS_SETTLED,
  isBody,
  isMember,
  MEMBER_COLUMNS,
  type MemberColumn,
  ORDER_COLUMN_NAMES,
  ORDER_COLUMNS,
  type OrderColumn,
  type OrderTable,
} from '../database/orders.ts';
import type { Exceeded } from '../keys/budget.ts';
import { LEASE_MS } from '../market/limits.ts';
import type { NewOrder, Order, OrderDetail } from './order.ts';

/** Without input and result. */
export const SUMMARY_COLUMNS = MEMBER_COLUMNS.filter((name) => !isBody(name));

const ofListing = (column: 'slug' | 'title') =>
  sql<string>`(SELECT ${sql.ref(column)} FROM listing WHERE listing.id = orders.listing_id)`.as(
    `listing_${column}` as const,
  );

/**
 * The name of an order’s listing, for showing the order. Not stored with the order: a title is
 * as long as an input, and every activation would write it.
 */
export const LISTING_NAME = [ofListing('slug'), ofListing('title')] as const;

type OrderRow = Pick<OrderTable, MemberColumn>;

/** A row of `MEMBER_COLUMNS` and `LISTING_NAME`. */
type NamedOrderRow = OrderRow & { listing_slug: string; listing_title: string };

/** An order from a row of `SUMMARY_COLUMNS` and `LISTING_NAME`. */
export const toOrderSummary = (row: Omit<NamedOrderRow, 'request_json' | 'result_json'>): Order =>
  toOrder({ ...row, request_json: null, result_json: null });

export const toOrder = (row: NamedOrderRow): Order => ({
  ...toNamelessOrder(row),
  listing: { slug: row.listing_slug, title: row.listing_title },
});

/** Fails to compile if a column names a member that an order does not have. */
type StoredOrder = Pick<Order, (typeof ORDER_COLUMNS)[MemberColumn]['member']>;

const PRICE: Partial<Record<OrderColumn, keyof PriceInMicros>> = {
  price_micros: 'amountMicros',
  price_currency: 'currency',
  price_unit: 'unit',
};

interface Field {
  column: MemberColumn;
  member: keyof StoredOrder;
  as: 'json' | 'flag' | undefined;
  ofPrice: keyof PriceInMicros | undefined;
}

const fieldOf = (column: MemberColumn): Field => ({
  as: undefined,
  ...ORDER_COLUMNS[column],
  column,
  ofPrice: PRICE[column],
});

const FIELDS = MEMBER_COLUMNS.map(fieldOf).filter(({ ofPrice }) => ofPrice === undefined);

export function toNamelessOrder(row: OrderRow): Omit<Order, 'listing'> {
  const order: Partial<Record<keyof StoredOrder, unknown>> = {};
  for (const { column, member, as } of FIELDS) {
    const value = row[column];
    if (as === undefined || value === null) order[member] = value;
    else order[member] = as === 'flag' ? value === 1 : JSON.parse(String(value));
  }
  order.price = {
    amountMicros: row.price_micros,
    currency: row.price_currency,
    unit: row.price_unit,
  };
  return order as StoredOrder;
}

/** The opposite of `toNamelessOrder`, for some of the columns: sets them in a row. */
export function columnWriter<Name extends MemberColumn>(names: readonly Name[]) {
  const fields = names.map(fieldOf);
  return function write(
    row: Partial<Record<OrderColumn, unknown>>,
    order: Pick<Order, (typeof ORDER_COLUMNS)[Name]['member']>,
  ): void {
    const members = order as Order;
    for (const { column, member, as, ofPrice } of fields) {
      const value = ofPrice === undefined ? members[member] : members.price[ofPrice];
      if (as === undefined || value === null) row[column] = value;
      else row[column] = as === 'flag' ? Number(value) : JSON.stringify(value);
    }
  };
}

const writeInserted = columnWriter(INSERTED_COLUMNS.filter(isMember));

const NEW_ROW = Object.fromEntries(ORDER_COLUMN_NAMES.map((name) => [name, null]));

/**
 * The row of a new order, without what the database computes; `budgetKeysJson` names the keys that it
 * counts against.
 */
export function givenRow(
  order: NewOrder,
  budgetKeysJson: string | null,
): Pick<OrderTable, InsertedColumn> {
  const row = { ...NEW_ROW, lease_owner: order.leaseOwner, budget_keys_json: budgetKeysJson };
  writeInserted(row, order);
  return row as unknown as Pick<OrderTable, InsertedColumn>;
}

interface Times {
  created_at: number;
  started_at: number | null;
}

export function placedRow(order: NewOrder, budgetKeysJson: string | null, at: Times): OrderTable {
  const row = givenRow(order, budgetKeysJson) as OrderTable;
  row.state = order.leaseOwner === null ? 'pending' : 'running';
  row.created_at = at.created_at;
  row.started_at = at.started_at;
  row.open_until = at.created_at + (at.started_at === null ? LIMITS.pendingExpiryMs : LEASE_MS);
  return row;
}

/** The order as it was stored. */
export function orderOf(row: OrderTable, { listing }: NewOrder): Order {
  return Object.assign(toNamelessOrder(row), { listing });
}

export const insertedOrder = (order: NewOrder, at: Times): Order =>
  orderOf(placedRow(order, null, at), order);

/** An order that a budget does not allow. */
export interface OverBudget {
  exceeded: Exceeded;
}

/** The keys that an order counts against, as its row names them. */
export const keysJson = (keyIds: readonly string[]): string | null =>
  keyIds.length > 0 ? JSON.stringify(keyIds) : null;

const byId = prepared((db, { id }: { id: string }) =>
  db.selectFrom('orders').select(MEMBER_COLUMNS).select(LISTING_NAME).where('id', '=', id),
);

export const findOrder = (dialect: Dialect, id: string): SingleStatement<Order | undefined> =>
  byId(dialect, { id }).as(([row]) => row && toOrder(row));

/** An order with what only the operator sees of it. */
export function* findOrderDetail(dialect: Dialect, id: string): Operation<OrderDetail | undefined> {
  const order = yield* findOrder(dialect, id);
  if (!order) return undefined;
  const { db } = dialect;
  const lease = yield* first(
    db.selectFrom('orders').select(['lease_owner', 'open_until']).where('id', '=', id),
  );
  const listing = yield* first(
    db.selectFrom('listing').select(['status', 'revision']).where('id', '=', order.listingId),
  );
  const emails = yield* emailsOf(dialect, [order.sellerId, order.buyerId]);
  return {
    order,
    listing,
    leaseOwner: lease?.lease_owner ?? null,
    openUntilMs: lease?.open_until ?? null,
    sellerEmails: emails.get(order.sellerId) ?? [],
    buyerEmails: emails.get(order.buyerId) ?? [],
  };
}

/** The kind of failure of an order; null unless it failed. */
export const failureKind = ({ name }: Dialect): RawBuilder<FailureKind | null> =>
  name === 'sqlite' ? sql`failure_json ->> '$.kind'` : sql`failure_json::json ->> 'kind'`;

/** The status that the seller's response had, if the failure has one. */
export const failureStatus = ({ name }: Dialect): RawBuilder<number | null> =>
  name === 'sqlite'
    ? sql`failure_json ->> '$.sellerStatus'`
    : sql`(failure_json::json ->> 'sellerStatus')::integer`;

export const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

export function settledAmong(dialect: Dialect, ids: readonly string[]): SingleStatement<string[]> {
  const statement = all(
    dialect.db
      .selectFrom('orders')
      .select('id')
      .where(isOneOf(dialect, 'id', ids))
      .where(IS_SETTLED),
  );
  return statement.as(idsOf);
}

/**
 * Retention: deletes old settled orders with their bodies and results, in portions, so that no write
 * blocks others for long. Ids sort by time, so a range of ids finds the oldest: there is no index on
 * `created_at`, and scanning all orders every hour would stall the server. The age is measured by the
 * database's clock, as for idempotency keys, so that an order outlives its key.
 */
export const pruneOrders = (
  { db }: Dialect,
  { ageMs, nowMs, limit }: { ageMs: number; nowMs: number; limit: number },
): SingleStatement<number> =>
  executeSql(
    db,
    sql`DELETE FROM orders WHERE id IN (
      SELECT id FROM orders
      WHERE id < ${firstIdAt(nowMs - ageMs)} AND created_at < mkt_now() - ${ageMs}
        AND ${IS_SETTLED}
      ORDER BY id LIMIT ${limit})`,
  );
