import { sql, type RawBuilder } from 'kysely';
import type { Dialect } from './operation.ts';

/** A call takes 0.5 µs, so only every 64th row checks. Must be a power of two. */
const ROWS_PER_CALL = 64;

/**
 * A condition that is always true, but ends the statement when its list was cancelled. It comes first
 * in every list that may look at many rows; `column` must have well-spread low bits. Postgres needs
 * none: it cancels statements itself.
 */
export function notCancelled({ name }: Dialect, column: string): RawBuilder<boolean> {
  if (name === 'postgres') return sql<boolean>`true`;
  return sql<boolean>`((${sql.ref(column)} & ${sql.lit(ROWS_PER_CALL - 1)}) <> 0 OR mkt_not_cancelled())`;
}
