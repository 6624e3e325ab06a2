import { OPEN_ORDER_STATES, SETTLED_ORDER_STATES } from '@mkt/protocol';
import { sql, type RawBuilder } from 'kysely';

const literals = (states: readonly string[]) =>
  sql`(${sql.join(states.map((state) => sql.lit(state)))})`;

/** The condition of the index of open orders, in exactly the text of the index. */
export const IS_OPEN: RawBuilder<boolean> = sql<boolean>`state IN ${literals(OPEN_ORDER_STATES)}`;

/**
 * Whether an order is in the given open state. SQLite uses a partial index only for a statement that
 * repeats the condition of the index; without it, it reads every order (110 ms for a million).
 */
export function isOpenAs(state: (typeof OPEN_ORDER_STATES)[number]): RawBuilder<boolean> {
  return sql<boolean>`${IS_OPEN} AND state = ${sql.lit(state)}`;
}

/** Whether an order never changes again. `column` is its state, such as `OLD.state` in a trigger. */
export const isSettledIn = (column: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.raw(column)} IN ${literals(SETTLED_ORDER_STATES)})`;

export const IS_SETTLED: RawBuilder<boolean> = isSettledIn('state');

/** The condition of the indexes of failed orders, for the same reason in exactly their text. */
export const IS_FAILED: RawBuilder<boolean> = sql<boolean>`state = 'failed'`;
