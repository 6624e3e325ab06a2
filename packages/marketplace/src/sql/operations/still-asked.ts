import { sql, type RawBuilder } from 'kysely';
import type { Dialect } from '../operation.ts';

/** A call takes half a microsecond, so not every row is asked; a power of two. */
const ROWS_PER_CALL = 64;

/**
 * True, unless nobody waits for the list any more: then it ends the statement. The first condition of
 * each list that may look at many rows, with a column of them whose values are spread. Postgres ends
 * statements by itself.
 */
export function stillAsked({ name }: Dialect, column: string): RawBuilder<boolean> {
  if (name === 'postgres') return sql<boolean>`true`;
  return sql<boolean>`((${sql.ref(column)} & ${sql.lit(ROWS_PER_CALL - 1)}) <> 0 OR mkt_still_asked())`;
}
