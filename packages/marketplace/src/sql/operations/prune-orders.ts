import { sql } from 'kysely';
import { firstIdAt } from '../first-id.ts';
import { executeSql, type Dialect, type SingleStatement } from '../operation.ts';

/**
 * Retention: deletes old settled orders, bodies and results with them. In portions, so that no write
 * holds the others up. Ids sort by time, so the oldest are found without looking through the rest:
 * there is no index on `created_at`, and a scan of all orders every hour would stop the server.
 * The age is by the database's clock, as that of idempotency keys: an order outlives its key.
 */
export const pruneOrders = (
  { db }: Dialect,
  { ageMs, nowMs, limit }: { ageMs: number; nowMs: number; limit: number },
): SingleStatement<number> =>
  executeSql(
    db,
    sql`DELETE FROM orders WHERE id IN (
      SELECT id FROM orders
      WHERE id < ${firstIdAt(nowMs - ageMs)} AND created_at < mkt_now() - ${ageMs}
        AND state IN ('completed', 'failed')
      ORDER BY id LIMIT ${limit})`,
  );
