import { sql } from 'kysely';
import { firstIdAt } from '../database/first-id.ts';
import { IS_SETTLED } from '../database/order-state.ts';
import { executeSql, type Dialect, type SingleStatement } from '../database/operation.ts';

/**
 * Retention: deletes old settled orders with their bodies and results, in portions, so that no write
 * blocks others for long. Ids sort by time, so a range of ids finds the oldest: there is no index on
 * `created_at`, and scanning all orders every hour would stall the server. The age is measured by the
 * database's clock, as for idempotency keys, so that an order outlives its key.
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
        AND ${IS_SETTLED}
      ORDER BY id LIMIT ${limit})`,
  );
