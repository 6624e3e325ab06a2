import { sql } from 'kysely';
import {
  all,
  type Dialect,
  execute,
  executeSql,
  first,
  isOneOf,
  type Lookup,
  now,
  type Operation,
  prepared,
  preparedSql,
  type SingleStatement,
} from '../database/operation.ts';
import type { KeyBudgetTable } from '../database/tables.ts';
import {
  type AppliedBudget,
  type BudgetedOrder,
  type Exceeded,
  exceededBudget,
  type KeyBudget,
  type KeyStanding,
  leastRemaining,
  NO_RULES,
  periodAt,
} from './budget.ts';

export const toBudget = (row: Omit<KeyBudgetTable, 'key_id'>): KeyBudget => ({
  limitMicros: row.limit_micros,
  currency: row.currency,
  period: row.period,
  maxPriceMicros: row.max_price_micros,
  listingIds: row.listings_json === null ? null : (JSON.parse(row.listings_json) as string[]),
});

/** Each key with itself and the keys above it, the nearest first. Who created a key never changes. */
const ancestry = (start: ReturnType<typeof sql<boolean>>) => sql<{ id: string; above_id: string }>`
  WITH RECURSIVE chain (id, above_id, depth) AS (
    SELECT id, id, 0 FROM api_key WHERE ${start}
    UNION ALL SELECT chain.id, api_key.parent_id, chain.depth + 1
    FROM chain JOIN api_key ON api_key.id = chain.above_id WHERE api_key.parent_id IS NOT NULL)
  SELECT id, above_id FROM chain ORDER BY id, depth`;

const ancestryOfOne = preparedSql((args: { id: string }) =>
  ancestry(sql<boolean>`id = ${args.id}`),
);

/** The key and the keys above it, the nearest first. */
export const keysAbove = (dialect: Dialect, id: string): SingleStatement<string[]> =>
  ancestryOfOne(dialect, { id }).as((rows) => rows.map((row) => row.above_id));

const descentOf = preparedSql(
  (args: { id: string }) => sql<{ id: string }>`
  WITH RECURSIVE below (id) AS (
    SELECT id FROM api_key WHERE id = ${args.id}
    UNION ALL SELECT api_key.id FROM below JOIN api_key ON api_key.parent_id = below.id)
  SELECT id FROM below`,
);

/** The key and the keys below it, revoked ones too. */
export const keysBelow = (dialect: Dialect, id: string): SingleStatement<string[]> =>
  descentOf(dialect, { id }).as((rows) => rows.map((row) => row.id));

const ancestryOfMany = preparedSql((args: { ids: readonly string[] }) =>
  ancestry(sql<boolean>`id = ANY(${args.ids}::text[])`),
);

/** `keysAbove` for several keys, on Postgres. */
export const keysAboveEach = (
  dialect: Dialect,
  ids: readonly string[],
): SingleStatement<Map<string, string[]>> =>
  ancestryOfMany(dialect, { ids }).as((rows) => {
    const above = new Map<string, string[]>();
    for (const row of rows) above.set(row.id, [...(above.get(row.id) ?? []), row.above_id]);
    return above;
  });

export interface BudgetRow extends KeyBudgetTable {
  /** The database's clock. */
  now: number;
}

export const budgetsOf = (
  dialect: Dialect,
  keyIds: readonly string[],
): SingleStatement<BudgetRow[]> =>
  all(
    dialect.db
      .selectFrom('key_budget')
      .selectAll()
      .select(now.as('now'))
      .where(isOneOf(dialect, 'key_id', keyIds)),
  );

/** The budgets of a key and of the keys above it, the nearest first. */
export interface KeyBudgets {
  /** The key and the keys above it, if there is a budget. */
  keyIds: readonly string[];
  budgets: readonly AppliedBudget[];
}

const isBudgeted = prepared((db, { id }: { id: string }) =>
  db.selectFrom('api_key').select('is_budgeted').where('id', '=', id),
);

function* findBudgets(dialect: Dialect, keyId: string): Operation<KeyBudgets> {
  const [key] = yield* isBudgeted(dialect, { id: keyId });
  if (!key?.is_budgeted) return { keyIds: [keyId], budgets: [] };
  const keyIds = yield* keysAbove(dialect, keyId);
  const rows = yield* budgetsOf(dialect, keyIds);
  const budgets = new Map(rows.map((row) => [row.key_id, toBudget(row)]));
  return { keyIds, budgets: appliedTo(keyIds, budgets) };
}

/** The budgets that apply, in the order of the keys. */
export const appliedTo = (
  keyIds: readonly string[],
  budgets: ReadonlyMap<string, KeyBudget>,
): AppliedBudget[] =>
  keyIds.flatMap((keyId) => {
    const budget = budgets.get(keyId);
    return budget ? [{ keyId, budget }] : [];
  });

/** `findBudgets` through the read cache of SQLite: without budgets it costs an order nothing. */
export const budgetLookup: Lookup<string, KeyBudgets> = {
  one: findBudgets,
  cache: { key: (keyId) => keyId, rowIds: ({ keyIds }) => keyIds },
};

interface Period {
  keyId: string;
  currency: string;
  startDay: number;
  endDay: number;
}

const LAST_DAY = 2 ** 31 - 1;

/** The current periods of budgets with a limit; what counts against the others is not read. */
const periodsOf = (budgets: readonly AppliedBudget[], nowMs: number): Period[] =>
  budgets.flatMap(({ keyId, budget: { limitMicros, currency, period } }) => {
    if (limitMicros === null || currency === null) return [];
    const { start, end } = periodAt(period, nowMs);
    return [{ keyId, currency, startDay: start, endDay: end ?? LAST_DAY }];
  });

const spentInPeriod = preparedSql(
  (args: Period) => sql<{ micros: number }>`
    SELECT coalesce(sum(micros), 0) AS micros FROM key_spend
    WHERE key_id = ${args.keyId} AND currency = ${args.currency}
      AND day >= ${args.startDay} AND day < ${args.endDay}`,
);

const spentInPeriods = preparedSql(
  (args: {
    keyIds: readonly string[];
    currencies: readonly string[];
    startDays: readonly number[];
    endDays: readonly number[];
  }) => sql<{ key_id: string; micros: number }>`
    SELECT given.key_id, coalesce(sum(key_spend.micros), 0) AS micros
    FROM unnest(${args.keyIds}::text[], ${args.currencies}::text[], ${args.startDays}::integer[],
      ${args.endDays}::integer[]) AS given (key_id, currency, start_day, end_day)
    JOIN key_spend ON key_spend.key_id = given.key_id AND key_spend.currency = given.currency
      AND key_spend.day >= given.start_day AND key_spend.day < given.end_day
    GROUP BY given.key_id`,
);

/** What counts in the current period against each key whose budget has a limit, in micro-units. */
export function* spentOf(
  dialect: Dialect,
  budgets: readonly AppliedBudget[],
  nowMs: number,
): Operation<Map<string, number>> {
  const periods = periodsOf(budgets, nowMs);
  const spent = new Map<string, number>();
  if (periods.length === 0) return spent;
  if (dialect.name === 'postgres') {
    const rows = yield* spentInPeriods(dialect, {
      keyIds: periods.map(({ keyId }) => keyId),
      currencies: periods.map(({ currency }) => currency),
      startDays: periods.map(({ startDay }) => startDay),
      endDays: periods.map(({ endDay }) => endDay),
    });
    for (const row of rows) spent.set(row.key_id, row.micros);
    return spent;
  }
  for (const period of periods) {
    const [row] = yield* spentInPeriod(dialect, period);
    spent.set(period.keyId, row?.micros ?? 0);
  }
  return spent;
}

/** Stores, replaces or removes the budget of a key, and says so in it and all keys below it. */
export function* saveBudget(
  { db }: Dialect,
  keyId: string,
  budget: KeyBudget | null,
): Operation<void> {
  if (budget) {
    const rules = {
      limit_micros: budget.limitMicros,
      currency: budget.currency,
      period: budget.period,
      max_price_micros: budget.maxPriceMicros,
      listings_json: budget.listingIds && JSON.stringify(budget.listingIds),
    };
    yield* execute(
      db
        .insertInto('key_budget')
        .values({ key_id: keyId, ...rules })
        .onConflict((conflict) => conflict.column('key_id').doUpdateSet(rules)),
    );
  } else {
    yield* execute(db.deleteFrom('key_budget').where('key_id', '=', keyId));
  }
  yield* executeSql(
    db,
    sql`WITH RECURSIVE below (id, is_budgeted) AS (
        SELECT key.id, CASE WHEN EXISTS (SELECT 1 FROM key_budget WHERE key_id = key.id)
          OR EXISTS (SELECT 1 FROM api_key above WHERE above.id = key.parent_id AND above.is_budgeted = 1)
          THEN 1 ELSE 0 END
        FROM api_key key WHERE key.id = ${keyId}
        UNION ALL SELECT key.id, CASE WHEN below.is_budgeted = 1
          OR EXISTS (SELECT 1 FROM key_budget WHERE key_id = key.id) THEN 1 ELSE 0 END
        FROM below JOIN api_key key ON key.parent_id = below.id WHERE key.revoked_at IS NULL)
      UPDATE api_key SET is_budgeted = below.is_budgeted FROM below
      WHERE api_key.id = below.id AND api_key.is_budgeted <> below.is_budgeted`,
  );
}

/** The budget of the key itself. */
export const ownBudget = ({ db }: Dialect, keyId: string): SingleStatement<KeyBudget | null> =>
  first(db.selectFrom('key_budget').selectAll().where('key_id', '=', keyId)).as((row) =>
    row ? toBudget(row) : null,
  );

/** The name of a key, and what it may spend now. */
export function* findStanding(dialect: Dialect, id: string): Operation<KeyStanding | undefined> {
  const { db } = dialect;
  const key = yield* first(
    db
      .selectFrom('api_key')
      .select(['name', now.as('now')])
      .where('id', '=', id),
  );
  if (!key) return undefined;
  const { budgets } = yield* findBudgets(dialect, id);
  if (budgets.length === 0) return { name: key.name, budget: null, remaining: null };
  const spent = yield* spentOf(dialect, budgets, key.now);
  const own = budgets.find(({ keyId }) => keyId === id);
  return {
    name: key.name,
    budget: own?.budget ?? NO_RULES,
    remaining: leastRemaining(budgets, (keyId) => spent.get(keyId) ?? 0, key.now),
  };
}

/** The budget that does not allow an order now. */
export function* findExceeded(
  dialect: Dialect,
  { keyId, order }: { keyId: string; order: BudgetedOrder },
): Operation<Exceeded | undefined> {
  const { budgets } = yield* findBudgets(dialect, keyId);
  if (budgets.length === 0) return undefined;
  const clock = yield* first(dialect.db.selectNoFrom(now.as('now')));
  const nowMs = clock?.now ?? 0;
  const spent = yield* spentOf(dialect, budgets, nowMs);
  return exceededBudget(budgets, order, (id) => spent.get(id) ?? 0, nowMs);
}
