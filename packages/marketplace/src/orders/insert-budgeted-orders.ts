import { sql } from 'kysely';
import { exceededBudget, type AppliedBudget } from '../keys/budget.ts';
import type { NewOrder } from './order-store.ts';
import { now, today } from '../database/now.ts';
import { preparedSql, type Dialect, type Operation } from '../database/operation.ts';
import { countedAgainst, keysJson, type OverBudget } from './insert-budgeted-order.ts';
import { insertMany, outcomesOf, type OrderOutcome } from './sql-postgres.ts';
import { appliedTo, keysAboveEach, spentOf, toBudget, type BudgetRow } from '../keys/sql-budget.ts';

/** In sorted order, so that two processes cannot deadlock. */
const lockBudgets = preparedSql(
  (args: { ids: readonly string[] }) => sql<BudgetRow>`
    SELECT key_budget.*, ${now} AS now FROM key_budget WHERE key_id = ANY(${args.ids}::text[])
    ORDER BY key_id FOR UPDATE`,
);

/** Sorted like the releases of the statements that settle orders, for the same reason. */
const addSpends = preparedSql(
  (args: { keyIds: readonly string[]; currencies: readonly string[]; micros: readonly number[] }) =>
    sql`INSERT INTO key_spend (key_id, currency, day, micros)
      SELECT key_id, currency, ${today}, sum(micros)
      FROM unnest(${args.keyIds}::text[], ${args.currencies}::text[], ${args.micros}::bigint[])
        AS given (key_id, currency, micros)
      GROUP BY key_id, currency ORDER BY key_id, currency
      ON CONFLICT (key_id, currency, day) DO UPDATE SET micros = key_spend.micros + excluded.micros`,
);

interface Locked {
  /** Those that apply to an order, the nearest first. */
  budgetsFor(order: NewOrder): AppliedBudget[];
  spent: ReadonlyMap<string, number>;
  nowMs: number;
}

/**
 * Locks the budgets of all keys that the orders count against, then reads what is spent: a statement
 * sees what was committed while the one before it waited for a lock.
 */
function* lockFor(dialect: Dialect, orders: readonly NewOrder[]): Operation<Locked> {
  const keyIds = [...new Set(orders.flatMap(({ keyId }) => keyId ?? []))];
  const above = yield* keysAboveEach(dialect, keyIds);
  const rows = yield* lockBudgets(dialect, { ids: [...new Set([...above.values()].flat())] });
  const budgets = new Map(rows.map((row) => [row.key_id, toBudget(row)]));
  const nowMs = rows[0]?.now ?? 0;
  return {
    budgetsFor: ({ keyId }) => (keyId === null ? [] : appliedTo(above.get(keyId) ?? [], budgets)),
    spent: yield* spentOf(dialect, appliedTo([...budgets.keys()], budgets), nowMs),
    nowMs,
  };
}

function add(spent: Map<string, number>, { target }: NewOrder, keyIds: readonly string[]): void {
  for (const id of keyIds) spent.set(id, (spent.get(id) ?? 0) + target.price.amountMicros);
}

interface Judged {
  within: NewOrder[];
  over: NewOrder[];
}

/** Which orders the budgets allow, one after the other. */
function judge(
  orders: readonly NewOrder[],
  { budgetsFor, spent, nowMs }: Locked,
  outcomes: Map<NewOrder, OrderOutcome | OverBudget>,
): Judged {
  const judged: Judged = { within: [], over: [] };
  const expected = new Map(spent);
  for (const order of orders) {
    const budgets = budgetsFor(order);
    const exceeded = exceededBudget(budgets, order.target, (id) => expected.get(id) ?? 0, nowMs);
    if (exceeded) {
      outcomes.set(order, { exceeded });
      judged.over.push(order);
    } else {
      add(expected, order, countedAgainst(budgets, order));
      judged.within.push(order);
    }
  }
  return judged;
}

/**
 * Stores orders of keys with budgets and counts their prices, on Postgres. An order over its budget is
 * refused alone. When an order that would fit is not stored for another reason, such as a replay, those
 * that had no room beside it are judged again.
 */
export function* insertAllWithinBudgets(
  dialect: Dialect,
  orders: readonly NewOrder[],
): Operation<(OrderOutcome | OverBudget)[]> {
  const locked = yield* lockFor(dialect, orders);
  const outcomes = new Map<NewOrder, OrderOutcome | OverBudget>();
  const spends: { keyId: string; order: NewOrder }[] = [];
  const spent = new Map(locked.spent);
  let candidates = orders;
  while (candidates.length > 0) {
    const { within, over } = judge(candidates, { ...locked, spent }, outcomes);
    if (within.length === 0) break;
    const keys = within.map((order) => countedAgainst(locked.budgetsFor(order), order));
    const rows = yield* insertMany(dialect, within, keys.map(keysJson));
    const placed = outcomesOf(within, rows);
    for (const [at, outcome] of placed.entries()) {
      const order = within[at] as NewOrder;
      outcomes.set(order, outcome);
      if (typeof outcome === 'string') continue;
      const keyIds = keys[at] ?? [];
      add(spent, order, keyIds);
      spends.push(...keyIds.map((keyId) => ({ keyId, order })));
    }
    candidates = placed.some((outcome) => typeof outcome === 'string') ? over : [];
  }
  if (spends.length > 0) {
    yield* addSpends(dialect, {
      keyIds: spends.map(({ keyId }) => keyId),
      currencies: spends.map(({ order }) => order.target.price.currency),
      micros: spends.map(({ order }) => order.target.price.amountMicros),
    });
  }
  return orders.map((order) => outcomes.get(order) as OrderOutcome | OverBudget);
}
