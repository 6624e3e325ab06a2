import { sql, type RawBuilder } from 'kysely';

/** The database's clock, in Unix milliseconds: what leases and ages are measured with. */
export const now: RawBuilder<number> = sql<number>`mkt_now()`;

/** The present UTC day by the database's clock, as days since the Unix epoch. */
export const today: RawBuilder<number> = sql<number>`(mkt_now() / 86400000)`;

/** A moment that lies `ms` after the database's present. */
export function nowPlus(ms: number): RawBuilder<number> {
  return sql<number>`mkt_now() + ${sql.lit(ms)}`;
}
