import { sql } from 'kysely';
import { dayOf } from '../keys/budget-period.ts';
import { exceededBudget, type AppliedBudget, type Exceeded } from '../keys/budget.ts';
import type { Order } from './order.ts';
import type { NewOrder } from './order-store.ts';
import { preparedWrite, type Operation, type SqliteDialect } from '../database/operation.ts';
import { insertRow, insertWithKey } from './sql-insert.ts';
import { spentOf } from '../keys/sql-budget.ts';

/** An order that a budget does not allow. */
export interface OverBudget {
  exceeded: Exceeded;
}

/** The keys that an order counts against. */
export const countedAgainst = (
  budgets: readonly AppliedBudget[],
  { target }: Pick<NewOrder, 'target'>,
): string[] => (target.price.amountMicros === 0 ? [] : budgets.map(({ keyId }) => keyId));

/** The keys that an order counts against, as its row names them. */
export const keysJson = (keyIds: readonly string[]): string | null =>
  keyIds.length > 0 ? JSON.stringify(keyIds) : null;

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
export function* insertWithinBudgets(
  dialect: SqliteDialect,
  order: NewOrder,
  budgets: readonly AppliedBudget[],
): Operation<Order | OverBudget | 'replayed' | 'stored-bytes-exceeded'> {
  const nowMs = dialect.now();
  const spent = yield* spentOf(dialect, budgets, nowMs);
  const exceeded = exceededBudget(budgets, order.target, (id) => spent.get(id) ?? 0, nowMs);
  if (exceeded) return { exceeded };
  if (dialect.storedBytes.today(order.buyerId) >= order.maxStoredBytes) {
    return 'stored-bytes-exceeded';
  }
  const keyIds = countedAgainst(budgets, order);
  const placed = order.idempotency
    ? yield* insertWithKey(dialect, order, order.idempotency, keysJson(keyIds))
    : yield* insertRow(dialect, order, keysJson(keyIds));
  if (placed === 'replayed') return placed;
  const { amountMicros: micros, currency } = order.target.price;
  // The day of the order's own time, by which a failed order is released, although midnight may have
  // passed since the budgets were read.
  const day = dayOf(placed.createdAtMs);
  for (const keyId of keyIds) yield* addSpend(dialect, { keyId, currency, day, micros });
  return placed;
}
