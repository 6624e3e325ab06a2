import type { IRateLimiterOptions, RateLimiterPostgres } from 'rate-limiter-flexible';
import type { Clock } from '../../domain/clock.ts';
import type { Engine, Run } from '../engine.ts';
import { migrate, type MigrationOutcome } from '../migrate.ts';
import { postgresDialect } from './dialect.ts';
import { openListPool } from './list-pool.ts';
import { createClient, createPool, type PostgresAddress } from './pool.ts';
import { createBatches } from './batches.ts';
import { isHot, openPipeline, type Pipeline } from './pipeline.ts';
import { createSharedLimiter } from './rate-limiter.ts';
import {
  asStored,
  inTransaction,
  runOperation,
  StatementFailed,
  withSession,
  type Session,
} from './session.ts';
import { lostToAnother } from './storage-error.ts';

/** An operation that lost to others this often in a row is told that the database is not there. */
const ATTEMPTS = 5;

export interface PostgresEngine {
  engine: Engine;
  /** Brings the schema up to date; of several processes at once one does it. */
  migrate(): Promise<MigrationOutcome>;
  /** How the server is set up, where that matters. */
  settings(): Promise<{ synchronousCommit: string; encoding: string }>;
  /** Counts requests in the database, for all processes together. */
  makeLimiter(options: IRateLimiterOptions): RateLimiterPostgres;
  close(): Promise<void>;
}

export interface PostgresOptions extends PostgresAddress {
  /** At most so many connections for operations. */
  connections: number;
  /** Stands in for the server's clock, in tests. */
  clock?: Pick<Clock, 'now'> | undefined;
}

/** Fewer than these are all of the pool: there is nothing to share out. */
const LEAST_TO_SHARE = 4;

/**
 * Two thirds of the connections take what every order takes, one of them what is only looked up. As
 * many write as commits shall share a write to the disk: a connection has one commit under way.
 */
function shareOut(connections: number): { pooled: number; reads: number; writes: number } {
  if (connections < LEAST_TO_SHARE) return { pooled: connections, reads: 0, writes: 0 };
  const pipelined = Math.floor((connections * 2) / 3);
  return { pooled: connections - pipelined, reads: 1, writes: pipelined - 1 };
}

/** Runs work until no other transaction is in its way. */
async function untilWon<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const lost = error instanceof StatementFailed && lostToAnother(error.cause);
      if (!lost || attempt === ATTEMPTS) throw asStored(error);
    }
  }
}

async function readSettings({ execute }: Session) {
  const { rows } = await execute({
    sql: `SELECT current_setting('synchronous_commit') AS "synchronousCommit",
      current_setting('server_encoding') AS encoding`,
    parameters: [],
  });
  return rows[0] as { synchronousCommit: string; encoding: string };
}

/**
 * Many processes, one database: operations run on connections of a pool, and what must not be done
 * twice is decided by rows, never by who runs here.
 */
export function openPostgres({ clock, connections, ...address }: PostgresOptions): PostgresEngine {
  const shares = clock ? { pooled: connections, reads: 0, writes: 0 } : shareOut(connections);
  const pool = createPool({ ...address, connections: shares.pooled });
  const reads = openPipeline(address, shares.reads);
  const writes = openPipeline(address, shares.writes);
  const dialect = postgresDialect();
  const lists = openListPool({ ...address, dialect, clock });
  const within = <Result>(use: (session: Session) => Promise<Result>) =>
    untilWon(() => withSession(pool, clock, use));
  /** Runs an operation that needs no transaction around it: in the pipeline, when it is a hot one. */
  const alone =
    (pipeline: Pipeline, size: number): Run =>
    async (operation, args) => {
      const begin = () => operation(dialect, args);
      return size > 0 && isHot(begin())
        ? untilWon(() => pipeline.run(begin()))
        : within((session) => runOperation(session, begin()));
    };

  const together = createBatches((kind, all) => {
    const pipeline = kind.of === 'look-ups' ? reads : writes;
    return untilWon(() => pipeline.run(kind.run(dialect, all)));
  });
  const isShared = shares.writes > 0;

  return {
    engine: {
      together: (kind, args) =>
        isShared
          ? together(kind, args)
          : within(async (session) => {
              const [result] = await runOperation(session, kind.run(dialect, [args]));
              return result as never;
            }),
      read: alone(reads, shares.reads),
      write: (operation, args, accompany) =>
        within((session) =>
          inTransaction(session, async (transaction) => {
            const result = await runOperation(session, operation(dialect, args));
            await accompany?.(transaction, result);
            return result;
          }),
        ),
      writeOnce: alone(writes, shares.writes),
      list: lists.list,
    },
    async migrate() {
      const client = createClient(address);
      try {
        await client.connect();
        const execute: Session['execute'] = async ({ sql, parameters }) => {
          const { rows, rowCount } = await client.query(sql, [...parameters]);
          return { rows, changes: rowCount ?? 0 };
        };
        return await inTransaction({ execute }, () => runOperation({ execute }, migrate(dialect)));
      } finally {
        await client.end();
      }
    },
    settings: () => within((session) => readSettings(session)),
    makeLimiter: (options) => createSharedLimiter(pool, options),
    async close() {
      await Promise.all([reads.close(), writes.close(), lists.close(), pool.end()]);
    },
  };
}
