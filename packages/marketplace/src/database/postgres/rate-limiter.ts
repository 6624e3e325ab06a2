import type { Pool } from 'pg';
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  type IRateLimiterOptions,
} from 'rate-limiter-flexible';

/** Created by the migrations. */
const TABLE = 'rate_limit';

/**
 * Counts the requests of all processes. While the database is unavailable each process counts its
 * own, so that rate limiting never causes an outage.
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
