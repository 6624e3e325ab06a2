import { sql } from 'kysely';
import { findSuspended } from '../accounts/sql.ts';
import type { BatchedOperation } from '../database/engine.ts';
import {
  type Dialect,
  executeSql,
  first,
  type Operation,
  type SingleStatement,
  type SqliteDialect,
  today,
} from '../database/operation.ts';
import { budgetLookup } from '../keys/sql-budget.ts';
import type { NewOrder } from './order.ts';
import { insertRow, insertWithinBudgets, insertWithKey, type OverBudget } from './sql-insert.ts';
import {
  insertAllWithinBudgets,
  insertMany,
  type OrderOutcome,
  outcomesOf,
} from './sql-postgres.ts';
import { findTargets } from './sql-target.ts';

/** The outcome of storing an order; the caller looks up the order that a replay refers to. */
export type Placed = OrderOutcome | OverBudget;

/** Whether the listing and the account are still as they were when the activation was checked. */
function isUnchanged(dialect: SqliteDialect, { target, buyerId }: NewOrder): boolean {
  const current = dialect.lookup(findTargets, target.listingId);
  return (
    current?.status === 'published' &&
    current.version === target.version &&
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
 * docs/buy/orders.md#idempotency and docs/buy/orders.md#guarantees). `replayed` when another order holds the
 * key.
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
