import type { Pool } from 'pg';
import type { Engine } from '../engine.ts';
import type { Dialect } from '../operation.ts';
import { createReadTurns, LIST_BUDGET_MS, listOverloaded } from '../read-turns.ts';
import { createPool, type PostgresAddress } from './pool.ts';
import { asStored, runOperation, StatementFailed, withSession, type Session } from './session.ts';
import { isCancelled } from './storage-error.ts';

/** Connections that only read lists: however slow they are, orders have all of theirs. */
export const LIST_CONNECTIONS = 3;

/** A server that finds nobody at the other end gives the list up, and does not finish it first. */
const SESSION = `SET statement_timeout = ${LIST_BUDGET_MS}; SET client_connection_check_interval = 500`;

const begin = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

export interface ListPoolOptions extends PostgresAddress {
  dialect: Dialect;
}

/** Lists on connections of their own, in turns; all statements of one see the same snapshot. */
export function openListPool({ dialect, ...address }: ListPoolOptions): {
  list: Engine['list'];
  close(): Promise<void>;
} {
  const pool: Pool = createPool({ ...address, connections: LIST_CONNECTIONS, session: SESSION });
  const turns = createReadTurns({ slots: LIST_CONNECTIONS });

  async function onSnapshot<Result>(
    { execute }: Session,
    read: () => Promise<Result>,
  ): Promise<Result> {
    await execute({ sql: begin, parameters: [] });
    try {
      return await read();
    } finally {
      // Nothing was written. A connection that cannot end its transaction is broken, and closed.
      await execute({ sql: 'ROLLBACK', parameters: [] }).catch(() => undefined);
    }
  }

  return {
    list: (operation, args, reader) =>
      turns.run(reader, async () => {
        try {
          return await withSession(pool, (session) =>
            onSnapshot(session, () => runOperation(session, operation(dialect, args))),
          );
        } catch (error) {
          const cut = error instanceof StatementFailed && isCancelled(error.cause);
          throw cut ? listOverloaded() : asStored(error, operation.name);
        }
      }),
    close: () => pool.end(),
  };
}
