import type { Pool } from 'pg';
import type { Engine } from '../engine.ts';
import type { Dialect } from '../operation.ts';
import { createListQueue, MAX_LIST_MS, listOverloaded } from '../list-queue.ts';
import { createPool, type PostgresAddress } from './pool.ts';
import { runOperation, withSession, type Session } from './session.ts';
import { isCancelled, toStorageError } from './storage-error.ts';

/** Connections for lists alone: however slow lists are, orders keep all of theirs. */
export const LIST_CONNECTIONS = 3;

/** The connection check makes the server cancel a list whose client is gone, instead of finishing it. */
const SESSION = `SET statement_timeout = ${MAX_LIST_MS}; SET client_connection_check_interval = 500`;

const BEGIN = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

export interface ListPoolOptions extends PostgresAddress {
  dialect: Dialect;
}

/** Reads lists on connections of their own, in turns; all statements of a list read one snapshot. */
export function openListPool({ dialect, ...address }: ListPoolOptions): {
  list: Engine['list'];
  close(): Promise<void>;
} {
  const pool: Pool = createPool({ ...address, connections: LIST_CONNECTIONS, session: SESSION });
  const queue = createListQueue({ slots: LIST_CONNECTIONS });

  async function onSnapshot<Result>(
    { execute }: Session,
    read: () => Promise<Result>,
  ): Promise<Result> {
    await execute({ sql: BEGIN, parameters: [] });
    try {
      return await read();
    } finally {
      // Nothing was written. A connection on which this fails is closed.
      await execute({ sql: 'ROLLBACK', parameters: [] }).catch(() => undefined);
    }
  }

  return {
    list: (operation, args, reader) =>
      queue.run(reader, async () => {
        try {
          return await withSession(pool, (session) =>
            onSnapshot(session, () => runOperation(session, operation(dialect, args))),
          );
        } catch (error) {
          throw isCancelled(error) ? listOverloaded() : toStorageError(error, operation.name);
        }
      }),
    close: () => pool.end(),
  };
}
