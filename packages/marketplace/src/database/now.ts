import { sql, type RawBuilder } from 'kysely';
import { DAY_MS } from '../market/limits.ts';

/** The database's clock in Unix milliseconds; leases and ages are measured by it. */
export const now: RawBuilder<number> = sql<number>`mkt_now()`;

/** The current UTC day by the database's clock, in days since the Unix epoch. */
export const today: RawBuilder<number> = sql<number>`(mkt_now() / ${sql.lit(DAY_MS)})`;

/** `ms` from now by the database's clock. */
export function nowPlus(ms: number): RawBuilder<number> {
  return sql<number>`mkt_now() + ${sql.lit(ms)}`;
}
