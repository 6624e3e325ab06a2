import { sql, type RawBuilder } from 'kysely';

/** The condition of the index of open orders, in exactly the text of the index. */
export const IS_OPEN: RawBuilder<boolean> = sql<boolean>`state IN ('pending', 'running')`;

/**
 * Whether an order is in the given open state. SQLite uses a partial index only for a statement that
 * repeats the condition of the index; without it, it reads every order (110 ms for a million).
 */
export function isOpenAs(state: 'pending' | 'running'): RawBuilder<boolean> {
  return sql<boolean>`${IS_OPEN} AND state = ${sql.lit(state)}`;
}

/** Whether an order never changes again. */
export const IS_SETTLED: RawBuilder<boolean> = sql<boolean>`(state IN ('completed', 'failed'))`;

/** The condition of the indexes of failed orders, for the same reason in exactly their text. */
export const IS_FAILED: RawBuilder<boolean> = sql<boolean>`state = 'failed'`;
