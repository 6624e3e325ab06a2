import { sql, type RawBuilder } from 'kysely';

/** The condition of the index of open orders, as it is written there. */
export const IS_OPEN: RawBuilder<boolean> = sql<boolean>`state IN ('pending', 'running')`;

/**
 * Whether an order is in a state that it does not stay in. SQLite uses the index of open orders only
 * for a statement that has the index's own condition in its text: without it, it reads every order
 * there is (110 ms of a million).
 */
export function isOpenAs(state: 'pending' | 'running'): RawBuilder<boolean> {
  return sql<boolean>`${IS_OPEN} AND state = ${sql.lit(state)}`;
}

/** Whether an order never changes again. */
export const IS_SETTLED: RawBuilder<boolean> = sql<boolean>`(state IN ('completed', 'failed'))`;

/** The condition of the indexes of failed orders, as it is written there; the same holds for them. */
export const IS_FAILED: RawBuilder<boolean> = sql<boolean>`state = 'failed'`;
