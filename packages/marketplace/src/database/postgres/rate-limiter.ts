import type { Pool } from 'pg';
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
  type IRateLimiterOptions,
} from 'rate-limiter-flexible';

interface Window {
  points: number;
  /** Milliseconds until it ends; null if it never does. */
  left: number | null;
}

interface Windows {
  rowCount: number | null;
  rows: Window[];
}

const WINDOW = 'points, expire - mkt_now() AS left';

const COUNT = {
  name: 'mkt-count-rate',
  text: `INSERT INTO rate_limit (key, points, expire)
    VALUES ($1, $2, CASE WHEN $3::bigint > 0 THEN mkt_now() + $3::bigint END)
    ON CONFLICT (key) DO UPDATE SET
      points = CASE WHEN $4 OR rate_limit.expire <= mkt_now()
        THEN excluded.points ELSE rate_limit.points + excluded.points END,
      expire = CASE WHEN $4 OR rate_limit.expire <= mkt_now()
        THEN excluded.expire ELSE rate_limit.expire END
    RETURNING ${WINDOW}`,
};
const FIND = {
  name: 'mkt-find-rate',
  text: `SELECT ${WINDOW} FROM rate_limit WHERE key = $1 AND (expire > mkt_now() OR expire IS NULL)`,
};
const KEPT_MS = 3_600_000;

/**
 * The library's windows end by the clock of each process, so two processes whose clocks differ by an
 * hour would refuse a caller for an hour. These end by the clock of the database. The methods are those
 * that the library's stores implement (`RateLimiterStoreAbstract`).
 */
class DatabaseClockLimiter extends RateLimiterPostgres {
  readonly #pool: Pool;

  constructor(pool: Pool, options: IRateLimiterOptions) {
    super({
      ...options,
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limit',
      tableCreated: true,
      insuranceLimiter: new RateLimiterMemory(options),
    });
    this.#pool = pool;
  }

  _upsert(key: string, points: number, durationMs: number, startsAnew = false): Promise<Windows> {
    const values = [key, points, Math.ceil(durationMs), startsAnew];
    return this.#pool.query<Window>({ ...COUNT, values });
  }

  async _get(key: string): Promise<Windows | null> {
    const found = await this.#pool.query<Window>({ ...FIND, values: [key] });
    return found.rowCount === 0 ? null : found;
  }

  _getRateLimiterRes(_key: string, added: number, { rows }: Windows): RateLimiterRes {
    const { points = 0, left = null } = rows[0] ?? {};
    const isFirst = added === points;
    const consumed = isFirst ? added : points;
    const remaining = Math.max(this.points - consumed, 0);
    return new RateLimiterRes(remaining, left === null ? -1 : Math.max(left, 0), consumed, isFirst);
  }

  async clearExpired(): Promise<void> {
    await this.#pool
      .query({
        text: 'DELETE FROM rate_limit WHERE expire < mkt_now() - $1::bigint',
        values: [KEPT_MS],
      })
      // What is left is deleted the next time.
      .catch(() => undefined);
  }
}

/**
 * Counts the requests of all processes. While the database is unavailable each process counts its
 * own, so that rate limiting never causes an outage.
 */
export const createSharedLimiter = (
  pool: Pool,
  options: IRateLimiterOptions,
): RateLimiterPostgres => new DatabaseClockLimiter(pool, options);

/** After the clock was set: a window that began before could last for as long as the step. */
export async function forgetWindows(pool: Pool): Promise<void> {
  await pool.query({ text: 'DELETE FROM rate_limit', values: [] });
}
