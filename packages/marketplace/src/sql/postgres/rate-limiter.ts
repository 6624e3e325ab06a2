import type { Pool } from 'pg';
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  type IRateLimiterOptions,
} from 'rate-limiter-flexible';

/** The table that migrations make. */
const TABLE = 'rate_limit';

/**
 * Counts requests of all processes together. Without the database each process counts for itself:
 * a limit is no reason to turn anybody away.
 */
export function createSharedLimiter(pool: Pool, options: IRateLimiterOptions): RateLimiterPostgres {
  return new RateLimiterPostgres({
    ...options,
    storeClient: pool,
    storeType: 'pool',
    tableName: TABLE,
    tableCreated: true,
    insuranceLimiter: new RateLimiterMemory(options),
  });
}
