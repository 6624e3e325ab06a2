import { Client, DatabaseError, type QueryConfig, type QueryResult } from 'pg';
import type { createFaults, FaultKind } from './fault-plan.ts';

export const POSTGRES_FAULTS: readonly FaultKind[] = [
  { name: 'disk full', code: '53100', did: 'nothing' },
  { name: 'lost to another', code: '40001', did: 'nothing' },
  { name: 'shut down', code: '57P01', did: 'rollback' },
  { name: 'connection lost', code: '', did: 'rollback' },
  { name: 'done, but the connection is lost', code: '', did: 'statement' },
];

const COMMIT = /^commit$/i;

type Query = (this: Client, config: unknown, ...rest: unknown[]) => Promise<QueryResult>;

/** Operations give their statements as objects; whoever else uses the driver here does not. */
const isOperation = (config: unknown): config is QueryConfig =>
  typeof config === 'object' && config !== null && 'text' in config && 'values' in config;

function errorOf({ name, code }: FaultKind): Error {
  if (code === '') return new Error('Connection terminated unexpectedly');
  return Object.assign(new DatabaseError(name, name.length, 'error'), { code });
}

/** Makes Postgres, or the way to it, fail as it is told to; the result ends it. */
export function makePostgresFail({ next }: Pick<ReturnType<typeof createFaults>, 'next'>) {
  const query = Client.prototype.query as Query;
  async function intercepted(this: Client, config: QueryConfig, kind: FaultKind): Promise<never> {
    if (kind.did === 'statement') await query.call(this, config);
    // A commit that the server refuses has rolled back.
    else if (COMMIT.test(config.text)) await query.call(this, 'ROLLBACK');
    // The server rolls back what a connection had under way when it is gone.
    if (kind.did !== 'nothing') this.connection.stream.destroy();
    throw errorOf(kind);
  }
  const watching: Query = function watching(config, ...rest) {
    const kind = isOperation(config) ? next(config.text) : undefined;
    if (!kind || !isOperation(config)) return query.call(this, config, ...rest);
    return intercepted.call(this, config, kind);
  };
  Client.prototype.query = watching as typeof Client.prototype.query;
  return () => {
    Client.prototype.query = query as typeof Client.prototype.query;
  };
}
