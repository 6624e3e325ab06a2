import { LIMITS } from '@mkt/protocol';
import { type RawBuilder, sql } from 'kysely';
import {
  type Dialect,
  now,
  nowPlus,
  type Operation,
  preparedSql,
  type SingleStatement,
  today,
} from '../database/operation.ts';
import {
  type ComputedColumn,
  INSERTED_COLUMNS,
  type InsertedColumn,
  isInserted,
  type Lists,
  listsOf,
  namesOf,
  ORDER_COLUMN_NAMES,
  type OrderColumn,
  type OrderTable,
  toLists,
} from '../database/orders.ts';
import { type AppliedBudget, countedAgainst, exceededBudget } from '../keys/budget.ts';
import { appliedTo, type BudgetRow, keysAboveEach, spentOf, toBudget } from '../keys/sql-budget.ts';
import { LEASE_MS } from '../market/limits.ts';
import type { NewOrder, Order } from './order.ts';
import { givenRow, insertedOrder, keysJson, type OverBudget } from './sql.ts';

interface ManyArgs extends Lists<Pick<OrderTable, InsertedColumn>> {
  versions: readonly number[];
  most: readonly number[];
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

/** How the statement computes columns; the others are given. */
const COMPUTED: Partial<Record<OrderColumn, RawBuilder<unknown>>> = {
  state: sql`CASE WHEN lease_owner IS NULL THEN 'pending' ELSE 'running' END`,
  created_at: now,
  started_at: sql`CASE WHEN lease_owner IS NOT NULL THEN ${now} END`,
  open_until: sql`${now} + CASE WHEN lease_owner IS NULL
    THEN ${sql.lit(LIMITS.pendingExpiryMs)} ELSE ${sql.lit(LEASE_MS)} END`,
} satisfies Record<ComputedColumn, RawBuilder<unknown>>;

const STORED_COLUMNS = ORDER_COLUMN_NAMES.filter((name) => isInserted(name) || name in COMPUTED);

/**
 * Inserts orders and their idempotency keys in one atomic statement of Postgres. An order is stored
 * only if its listing is still as checked and its buyer has not reached `maxStoredBytes`. If
 * several orders have the same key, the first takes it and the others are not stored. Keys and
 * accounts are locked in sorted order, so that two processes cannot deadlock. `budgeted` looks for a
 * budget of the key. Rows are looked up without EXISTS, for which Postgres may hash a whole table even
 * where scans are off.
 */
const statementWith = (budgeted: RawBuilder<unknown>) =>
  preparedSql(
    (args: ManyArgs) => sql<OutcomeRow>`
    WITH given AS (
      SELECT * FROM unnest(${listsOf(INSERTED_COLUMNS, args)}, ${args.keys}::text[],
        ${args.bodyHashes}::bytea[], ${args.versions}::integer[], ${args.most}::bigint[])
        WITH ORDINALITY
        AS given (${namesOf(INSERTED_COLUMNS)}, key, body_hash, version, most, position)
    ), marked AS (
      SELECT given.*, (SELECT true FROM idempotency_key WHERE idempotency_key.account_id =
        given.buyer_id AND idempotency_key.key = given.key AND expires_at > ${now}) IS NOT NULL AS is_replay
      FROM given
    ), judged AS (
      SELECT given.*, CASE
        WHEN is_replay THEN NULL
        WHEN (SELECT true FROM listing WHERE listing.id = given.listing_id
          AND listing.status = 'published' AND listing.version = given.version) IS NULL THEN 'changed'
        WHEN (SELECT true FROM account WHERE account.id = given.buyer_id
          AND account.suspended_at IS NOT NULL) THEN 'changed'
        ${budgeted}
        WHEN coalesce((SELECT sum(bytes) FROM stored_bytes
          WHERE account_id = given.buyer_id AND day = ${today}), 0)
          + coalesce(sum(octet_length(request_json) + coalesce(octet_length(metadata_json), 0)) FILTER (WHERE NOT is_replay) OVER (
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
    INSERT INTO orders (${namesOf(STORED_COLUMNS)})
    SELECT ${sql.join(STORED_COLUMNS.map((name) => COMPUTED[name] ?? sql.raw(name)))}
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
  WHEN (SELECT true FROM api_key WHERE api_key.id = given.key_id AND is_budgeted = 1)
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
  const rows = orders.map((order, at) => givenRow(order, budgetKeys?.[at] ?? null));
  return statement(dialect, {
    ...toLists(INSERTED_COLUMNS, rows),
    versions: orders.map(({ version }) => version),
    most: orders.map(({ maxStoredBytes }) => maxStoredBytes),
    keys: orders.map(({ idempotency }) => idempotency?.key ?? null),
    bodyHashes: orders.map(({ idempotency }) => idempotency?.bodyHash ?? null),
  });
}

/**
 * An order, or why it was not stored. `budgeted`: its key has a budget, so the operation for those has
 * to store it.
 */
export type InsertOutcome = Order | 'replayed' | NonNullable<OutcomeRow['refused']>;

/** What became of each of the orders. */
export function outcomesOf(
  orders: readonly NewOrder[],
  rows: readonly OutcomeRow[],
): InsertOutcome[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return orders.map((order) => {
    const row = byId.get(order.id);
    if (!row) return 'replayed';
    return row.refused ?? insertedOrder(order, row);
  });
}

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

function add(spent: Map<string, number>, { price }: NewOrder, keyIds: readonly string[]): void {
  for (const id of keyIds) spent.set(id, (spent.get(id) ?? 0) + price.amountMicros);
}

interface Judged {
  within: NewOrder[];
  over: NewOrder[];
}

/** Which orders the budgets allow, one after the other. */
function judge(
  orders: readonly NewOrder[],
  { budgetsFor, spent, nowMs }: Locked,
  outcomes: Map<NewOrder, InsertOutcome | OverBudget>,
): Judged {
  const judged: Judged = { within: [], over: [] };
  const expected = new Map(spent);
  for (const order of orders) {
    const budgets = budgetsFor(order);
    const exceeded = exceededBudget(budgets, order, (id) => expected.get(id) ?? 0, nowMs);
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
): Operation<(InsertOutcome | OverBudget)[]> {
  const locked = yield* lockFor(dialect, orders);
  const outcomes = new Map<NewOrder, InsertOutcome | OverBudget>();
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
      currencies: spends.map(({ order }) => order.price.currency),
      micros: spends.map(({ order }) => order.price.amountMicros),
    });
  }
  return orders.map((order) => outcomes.get(order) as InsertOutcome | OverBudget);
}
