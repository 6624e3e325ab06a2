import type { IRateLimiterOptions, RateLimiterPostgres } from 'rate-limiter-flexible';
import type { Engine } from '../engine.ts';
import { migrate, type MigrationOutcome } from '../migrate.ts';
import { SingleStatement, type Operation } from '../operation.ts';
import { postgresDialect } from './dialect.ts';
import { openListPool } from './list-pool.ts';
import { createClient, createPool, type PostgresAddress } from './pool.ts';
import { createBatches } from './batches.ts';
import { openPipeline, type Pipeline } from './pipeline.ts';
import { createSharedLimiter } from './rate-limiter.ts';
import {
  asStored,
  inSnapshot,
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
async function untilWon<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const lost = error instanceof StatementFailed && lostToAnother(error.cause);
      if (!lost || attempt === ATTEMPTS) throw asStored(error, name);
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
export function openPostgres({ connections, ...address }: PostgresOptions): PostgresEngine {
  const shares = shareOut(connections);
  const pool = createPool({ ...address, connections: shares.pooled });
  const reads = openPipeline(address, shares.reads);
  const writes = openPipeline(address, shares.writes);
  const dialect = postgresDialect();
  const lists = openListPool({ ...address, dialect });
  const within = <Result>(name: string, use: (session: Session) => Promise<Result>) =>
    untilWon(name, () => withSession(pool, use));
  /**
   * A statement that is prepared by name comes with every order: it goes through the pipeline. Any
   * other is built when it has a connection: what it is about may have changed by then.
   */
  const alone = <Result>(
    pipeline: Pipeline | undefined,
    statement: SingleStatement<Result>,
    { name, begin }: { name: string; begin: () => SingleStatement<Result> | Operation<Result> },
  ): Promise<Result> =>
    pipeline && statement.name !== undefined
      ? untilWon(name, () => pipeline.run(statement))
      : within(name, (session) => runOperation(session, begin()));
  const isShared = shares.writes > 0;
  const [hotReads, hotWrites] = isShared ? [reads, writes] : [];
  const batches = createBatches((kind, all) => {
    const pipeline = kind.of === 'look-ups' ? reads : writes;
    return untilWon(kind.many.name, () => pipeline.run(kind.many(dialect, all)));
  });

  return {
    engine: {
      async together(kind, args) {
        if (isShared) return batches(kind, args);
        const [result] = await within(kind.many.name, (session) =>
          runOperation(session, kind.many(dialect, [args])),
        );
        return result as never;
      },
      async read(operation, args) {
        const begin = () => operation(dialect, args);
        const begun = begin();
        const { name } = operation;
        return begun instanceof SingleStatement
          ? alone(hotReads, begun, { name, begin })
          : within(name, (session) => inSnapshot(session, () => runOperation(session, begin())));
      },
      write: (operation, args, accompany) =>
        within(operation.name, (session) =>
          inTransaction(session, async (transaction) => {
            const result = await runOperation(session, operation(dialect, args));
            await accompany?.(transaction, result);
            return result;
          }),
        ),
      async writeOnce(operation, args) {
        const begin = () => operation(dialect, args);
        return alone(hotWrites, begin(), { name: operation.name, begin });
      },
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
    settings: () => within(readSettings.name, (session) => readSettings(session)),
    makeLimiter: (options) => createSharedLimiter(pool, options),
    async close() {
      await Promise.all([reads.close(), writes.close(), lists.close(), pool.end()]);
    },
  };
}
